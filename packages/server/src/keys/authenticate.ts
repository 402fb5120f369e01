import { timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { decodeJwt } from 'jose'
import type { Database } from '../database/database.ts'
import type { RightsWatch } from '../database/rights-watch.ts'
import { blockListOf } from '../platform/address-ranges.ts'
import { AppError } from '../platform/app-error.ts'
import { sharedLoad } from '../platform/batching/shared-load.ts'
import type { Clock } from '../platform/clock.ts'
import type { Principal } from '../platform/principal.ts'
import { hashSecret, parseApiKey } from './api-key.ts'
import { type BearerRow, bearersById, type UserRow } from './bearer-repository.ts'
import type { Caller } from './caller.ts'
import type { FailedSignIns } from './failed-sign-ins.ts'
import type { FoundBearer } from './found-bearer.ts'
import type { GuessedBearer } from './guessed-bearer.ts'
import type { LastUse } from './last-use.ts'
import type { SignIn } from './sign-in.ts'
import { toPrincipal } from './to-principal.ts'
import type { Tokens } from './tokens.ts'
import { unauthorized } from './unauthorized.ts'

export type { Caller } from './caller.ts'

interface AuthenticateOptions {
  database: Database
  /** Present where it is known without asking that rights are unchanged. */
  rights: RightsWatch | undefined
  clock: Clock
  tokens: Tokens
  openId: { readonly issuer: string; readonly signIn: SignIn } | undefined
  lastUse: LastUse
  failedSignIns: FailedSignIns
  /** Finds the user of a browser's cookie. */
  findBrowserSession: (cookie: string) => Promise<Known>
  enforceNetworkPolicy: boolean
}

export interface Authenticate {
  /** Returns the caller, or throws 401. The error does not reveal what exactly was wrong with the bearer. */
  (caller: Caller, accept: 'any' | 'api-key'): Promise<Principal>
  /** The bearer as it was at its last request. It may have changed since; nothing may rest on it until it is confirmed. */
  guess(caller: Caller): GuessedBearer | undefined
}

/** A bearer that was valid: its content, and its principal when it was last looked up. */
interface KnownBearer {
  readonly keyId: string
  /** `undefined` for a token, which carries a signature instead. */
  readonly secretHash: Buffer | undefined
  readonly expiresAtMs: number
  row: BearerRow
  /** Its row is true while this term lasts. */
  term: object | undefined
}

/** The owner of a bearer, if there is one. */
type Known = FoundBearer | undefined

/** A bearer is parsed and verified once; its key and user are looked up unless it is certain that they are unchanged. */
const rememberedBearers = 10_000

export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { database, rights, clock, tokens, openId, lastUse, failedSignIns } = options
  const { findBrowserSession, enforceNetworkPolicy } = options
  const findBearer = sharedLoad((ids: readonly string[]) => bearersById(database, ids))
  const known = new Map<string, KnownBearer>()

  function remember(bearer: string, entry: KnownBearer): void {
    if (known.size >= rememberedBearers) known.clear()
    known.set(bearer, entry)
  }

  async function refuse(keyId: string, caller: Caller): Promise<never> {
    await failedSignIns.keyRefused(keyId, caller)
    throw unauthorized()
  }

  /** Looks up the key of a bearer that was verified before, unless it cannot have changed since the last time. */
  async function again(bearer: string, entry: KnownBearer): Promise<Known> {
    // What is read from now on is true while this term lasts.
    const term = rights?.term()
    const isUnchanged = term !== undefined && term === entry.term
    const row = isUnchanged ? entry.row : await findBearer(entry.keyId)
    const isExpired = entry.expiresAtMs <= clock.now()
    if (!row || isExpired || (entry.secretHash && !timingSafeEqual(entry.secretHash, row.secret_hash))) {
      known.delete(bearer)
      return undefined
    }
    entry.row = row
    entry.term = term
    return { row, key: row, endMs: entry.expiresAtMs }
  }

  async function byApiKey(text: string): Promise<Known> {
    const key = parseApiKey(text)
    const term = rights?.term()
    const row = key && (await findBearer(key.id))
    const secretHash = key && hashSecret(key.secret)
    if (!row || !secretHash || !timingSafeEqual(secretHash, row.secret_hash)) return undefined
    const entry = { keyId: key.id, secretHash, expiresAtMs: Number.POSITIVE_INFINITY, row, term }
    remember(text, entry)
    return { row, key: row, endMs: entry.expiresAtMs }
  }

  async function byOwnToken(token: string): Promise<Known> {
    const { keyId, expiresAtMs } = await tokens.verify(token).catch(refused)
    const term = rights?.term()
    const row = expiresAtMs > clock.now() ? await findBearer(keyId) : undefined
    if (!row) return undefined
    remember(token, { keyId, secretHash: undefined, expiresAtMs, row, term })
    return { row, key: row, endMs: expiresAtMs }
  }

  async function find(bearer: string, caller: Caller): Promise<Known> {
    const entry = known.get(bearer)
    if (entry) return again(bearer, entry)
    if (isApiKey(bearer)) return byApiKey(bearer)
    const issuer = issuerOf(bearer)
    if (issuer === tokens.issuer) return byOwnToken(bearer)
    if (!openId || issuer !== openId.issuer) return undefined
    const { user, expiresAtMs } = await openId.signIn(bearer, caller)
    return { row: user, key: undefined, endMs: expiresAtMs }
  }

  /** A bearer takes precedence over a cookie: a client that sends one means it. */
  async function foundFor(caller: Caller, accept: 'any' | 'api-key'): Promise<FoundBearer> {
    const { bearer, cookie } = caller
    if (bearer === undefined) return (cookie !== undefined && (await findBrowserSession(cookie))) || refused()
    if (accept === 'api-key' && !isApiKey(bearer)) throw unauthorized()
    const found = await find(bearer, caller)
    const isExpired = found?.key?.expires_at != null && found.key.expires_at <= clock.now()
    if (found && !isExpired) return found
    const keyId = isApiKey(bearer) ? parseApiKey(bearer)?.id : undefined
    return keyId === undefined ? refused() : refuse(keyId, caller)
  }

  function isAddressAllowed({ allowed_ips }: UserRow, { address }: Caller): boolean {
    return !enforceNetworkPolicy || allowed_ips.length === 0 || isAllowed(allowed_ips, address)
  }

  async function authenticate(caller: Caller, accept: 'any' | 'api-key'): Promise<Principal> {
    const { row, key, endMs, browserSessionId } = await foundFor(caller, accept)
    if (!isAddressAllowed(row, caller)) {
      const target = key ? ({ type: 'api_key', id: key.key_id } as const) : ({ type: 'user', id: row.user_id } as const)
      await failedSignIns.note(row.organization_id, target, 'address_not_allowed', caller)
      throw new AppError('address_not_allowed', 'The organization does not admit requests from this address.')
    }
    if (key) lastUse.keyUsed(key.key_id)
    const principal = toPrincipal(row, key, endMs, caller)
    return browserSessionId === undefined ? principal : { ...principal, browserSessionId }
  }

  function guess(caller: Caller): GuessedBearer | undefined {
    const entry = caller.bearer === undefined ? undefined : known.get(caller.bearer)
    if (!entry || !isAddressAllowed(entry.row, caller)) return undefined
    const { row, expiresAtMs } = entry
    const principal = toPrincipal(row, row, expiresAtMs, caller)
    if (principal.expiresAtMs !== null && principal.expiresAtMs <= clock.now()) return undefined
    return { principal, row, confirmed: () => lastUse.keyUsed(row.key_id) }
  }

  return Object.assign(authenticate, { guess })
}

function isApiKey(bearer: string): boolean {
  return bearer.startsWith('mst_')
}

function refused(error?: unknown): never {
  throw error instanceof AppError ? error : unauthorized()
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

export function isAllowed(ranges: readonly string[], address: string): boolean {
  return blockListOf(ranges).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
