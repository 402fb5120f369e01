import { timingSafeEqual } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { Database } from '../../ground/database/database.ts'
import type { RightsWatch } from '../../ground/database/rights-watch.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Admission } from './admission.ts'
import { hashSecret, parseApiKey } from './api-key.ts'
import { type BearerRow, bearersById } from './bearer-repository.ts'
import type { Caller } from './caller.ts'
import type { FailedSignIns } from './failed-sign-ins.ts'
import { type FoundBearer, foundUser } from './found-bearer.ts'
import type { JudgeAgain } from './judge-again.ts'
import type { LastUse } from './last-use.ts'
import type { SignIn } from './sign-in.ts'
import type { Stays } from './stays.ts'
import { toPrincipal } from './to-principal.ts'
import type { Tokens } from './tokens.ts'
import { unauthorized } from './unauthorized.ts'

export type { Caller } from './caller.ts'

interface AuthenticateOptions {
  database: Database
  /** Present if unchanged rights can be recognised without a query. */
  rights: RightsWatch | undefined
  tokens: Tokens
  openId: { readonly issuer: string; readonly signIn: SignIn } | undefined
  lastUse: LastUse
  failedSignIns: FailedSignIns
  admission: Admission
  judgeAgain: JudgeAgain
  stays: Stays
  /** Finds the user of a browser's cookie. */
  findBrowserSession: (cookie: string) => Promise<Known>
}

export interface Authenticate {
  /** Returns the caller, or throws 401. The error does not reveal what exactly was wrong with the bearer. */
  (caller: Caller, accept: 'any' | 'api-key'): Promise<Principal>
  judgeAgain: JudgeAgain
  /**
   * For a principal who stays connected: calls `end` once `judgeAgain` refuses them. Returns a function to call when
   * they disconnect.
   */
  stay(principal: Principal, end: (refusal: AppError) => void): () => void
}

/** A bearer that was valid: its content, and its row when it was last looked up. */
interface KnownBearer {
  readonly keyId: string
  /** `undefined` for a token, which has a signature instead. */
  readonly secretHash: Buffer | undefined
  readonly expiresAtMs: number
  row: BearerRow
  /** The row is valid while this term lasts. */
  term: object | undefined
}

/** The owner of a bearer, if there is one. */
type Known = FoundBearer | undefined

/**
 * The size of the cache of verified bearers. A bearer is parsed and verified once; its key and user are looked up again
 * unless it is certain that they are unchanged.
 */
const rememberedBearers = 10_000

export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { database, rights, tokens, openId, lastUse, failedSignIns, admission, judgeAgain, stays, findBrowserSession } =
    options
  const findBearer = sharedLoad((ids: readonly string[]) => bearersById(database, ids))
  const known = new Map<string, KnownBearer>()

  function remember(bearer: string, entry: KnownBearer): void {
    if (known.size >= rememberedBearers) known.clear()
    known.set(bearer, entry)
  }

  /** Looks up the key of a bearer that was verified before, unless it cannot have changed since. */
  async function lookUp(entry: KnownBearer): Promise<Known> {
    // Rows that are read from now on are valid while this term lasts.
    const term = rights?.term()
    const isUnchanged = term !== undefined && term === entry.term
    const row = isUnchanged ? entry.row : await findBearer(entry.keyId)
    if (!row || (entry.secretHash && !timingSafeEqual(entry.secretHash, row.secret_hash))) return undefined
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
    const row = await findBearer(keyId)
    if (!row) return undefined
    remember(token, { keyId, secretHash: undefined, expiresAtMs, row, term })
    return { row, key: row, endMs: expiresAtMs }
  }

  async function find(bearer: string, caller: Caller): Promise<Known> {
    const entry = known.get(bearer)
    if (entry) return lookUp(entry)
    if (isApiKey(bearer)) return byApiKey(bearer)
    const issuer = issuerOf(bearer)
    if (issuer === tokens.issuer) return byOwnToken(bearer)
    if (!openId || issuer !== openId.issuer) return undefined
    const { user, expiresAtMs } = await openId.signIn(bearer, caller)
    return { ...foundUser(user), endMs: expiresAtMs }
  }

  /** A bearer takes precedence over a cookie: a client that sends one does so on purpose. */
  async function findShown(caller: Caller, accept: 'any' | 'api-key'): Promise<Known> {
    const { bearer, cookie } = caller
    if (bearer === undefined) return cookie === undefined ? undefined : findBrowserSession(cookie)
    return accept === 'any' || isApiKey(bearer) ? find(bearer, caller) : undefined
  }

  async function authenticate(caller: Caller, accept: 'any' | 'api-key'): Promise<Principal> {
    const { bearer = '', address } = caller
    const found = await findShown(caller, accept)
    if (!found || admission.refusalOf(found, address)?.code === 'unauthorized') {
      known.delete(bearer)
      const keyId = parseApiKey(bearer)?.id
      if (keyId !== undefined) await failedSignIns.keyRefused(keyId, caller)
      throw unauthorized()
    }
    await admission.assertAdmitted(found, caller)
    if (found.key) lastUse.keyUsed(found.key.key_id)
    await found.browserSession?.used()
    return toPrincipal(found, caller)
  }

  const stay = (principal: Principal, end: (refusal: AppError) => void) => stays.keep(() => judgeAgain(principal), end)

  return Object.assign(authenticate, { judgeAgain, stay })
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
