import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { decodeJwt } from 'jose'
import type { Database } from '../database/database.ts'
import type { Principal } from '../organizations/principal.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { sharedLoad } from '../platform/shared-load.ts'
import { hashSecret, parseApiKey } from './api-key.ts'
import type { LastUse } from './last-use.ts'
import type { OpenIdVerifier } from './openid.ts'
import * as repository from './repository.ts'
import type { Tokens } from './tokens.ts'

export interface Caller {
  readonly bearer: string | undefined
  readonly address: string
  readonly requestId: string
}

interface AuthenticateOptions {
  database: Database
  clock: Clock
  tokens: Tokens
  openId: OpenIdVerifier | undefined
  lastUse: LastUse
  enforceNetworkPolicy: boolean
}

export interface Authenticate {
  /** Tells who is calling, or throws 401. What exactly was wrong with the bearer is nobody's business. */
  (caller: Caller, accept: 'any' | 'api-key'): Promise<Principal>
  /** Who showed this bearer last, as that was then. Whatever is done for a guess counts only once it is confirmed. */
  guess(caller: Caller): Principal | undefined
}

/** A bearer that was good: what it says, and whose it was when it was last asked. */
interface KnownBearer {
  readonly keyId: string
  /** `undefined` for a token, which carries a signature instead. */
  readonly secretHash: Buffer | undefined
  readonly expiresAtMs: number
  row: repository.BearerRow
}

/** A bearer that was taken apart and checked once need not be again; its key and user always are. */
const rememberedBearers = 10_000

export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { database, clock, tokens, openId, lastUse, enforceNetworkPolicy } = options
  const findBearer = sharedLoad((ids: readonly string[]) => repository.bearersById(database, ids))
  const known = new Map<string, KnownBearer>()

  function remember(bearer: string, entry: KnownBearer): void {
    if (known.size >= rememberedBearers) known.clear()
    known.set(bearer, entry)
  }

  function confirmed(bearer: string, entry: KnownBearer, row: repository.BearerRow | undefined): repository.BearerRow {
    const isExpired = entry.expiresAtMs <= clock.now()
    if (!row || isExpired || (entry.secretHash && !timingSafeEqual(entry.secretHash, row.secret_hash))) {
      known.delete(bearer)
      throw unauthorized()
    }
    entry.row = row
    return row
  }

  async function byApiKey(text: string): Promise<repository.BearerRow> {
    const key = parseApiKey(text)
    const row = key && (await findBearer(key.id))
    const secretHash = key && hashSecret(key.secret)
    if (!row || !secretHash || !timingSafeEqual(secretHash, row.secret_hash)) throw unauthorized()
    remember(text, { keyId: key.id, secretHash, expiresAtMs: Number.POSITIVE_INFINITY, row })
    return row
  }

  async function byOwnToken(token: string): Promise<repository.BearerRow> {
    const { keyId, expiresAtMs } = await tokens.verify(token).catch(refused)
    const row = expiresAtMs > clock.now() ? await findBearer(keyId) : undefined
    if (!row) throw unauthorized()
    remember(token, { keyId, secretHash: undefined, expiresAtMs, row })
    return row
  }

  async function byOpenId(token: string, verifier: OpenIdVerifier): Promise<repository.UserRow> {
    const claims = await verifier.verify(token).catch(refused)
    const users = await repository.usersByEmail(database, claims.email.toLowerCase())
    const matching = claims.organizationId
      ? users.filter((user) => user.organization_id === claims.organizationId)
      : users
    const [user] = matching
    if (!user || matching.length > 1) throw unauthorized()
    lastUse.signedIn(user.user_id)
    return user
  }

  function find(bearer: string): Promise<repository.BearerRow | repository.UserRow> {
    if (isApiKey(bearer)) return byApiKey(bearer)
    const issuer = issuerOf(bearer)
    if (issuer === tokens.issuer) return byOwnToken(bearer)
    if (openId && issuer === openId.issuer) return byOpenId(bearer, openId)
    throw unauthorized()
  }

  async function authenticate(caller: Caller, accept: 'any' | 'api-key'): Promise<Principal> {
    const { bearer } = caller
    if (bearer === undefined || (accept === 'api-key' && !isApiKey(bearer))) throw unauthorized()
    const entry = known.get(bearer)
    const row = entry ? confirmed(bearer, entry, await findBearer(entry.keyId)) : await find(bearer)
    const key = 'key_id' in row ? (row as repository.BearerRow) : undefined
    if (key?.expires_at != null && key.expires_at <= clock.now()) throw unauthorized()
    if (enforceNetworkPolicy && row.allowed_ips.length > 0 && !isAllowed(row.allowed_ips, caller.address)) {
      throw new AppError('address_not_allowed', 'The organization does not admit requests from this address.')
    }
    if (key) lastUse.keyUsed(key.key_id)
    return toPrincipal(row, key, caller)
  }

  function guess(caller: Caller): Principal | undefined {
    const row = caller.bearer === undefined ? undefined : known.get(caller.bearer)?.row
    return row && toPrincipal(row, row, caller)
  }

  return Object.assign(authenticate, { guess })
}

function isApiKey(bearer: string): boolean {
  return bearer.startsWith('mst_')
}

function toPrincipal(
  row: repository.UserRow,
  key: repository.BearerRow | undefined,
  { address, requestId }: Caller,
): Principal {
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    email: row.email,
    role: row.role,
    apiKeyId: key?.key_id ?? null,
    scopes: key?.scopes ?? null,
    address,
    requestId,
  }
}

function unauthorized(): AppError {
  return new AppError('unauthorized', 'A valid bearer is needed: an API key, or for v0 also a token.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

function refused(error: unknown): never {
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
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', bits] = range.split('/')
    const family = isIPv4(base) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
