import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { decodeJwt } from 'jose'
import type { Database } from '../database/database.ts'
import type { Principal } from '../organizations/principal.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { sharedLoad } from '../platform/shared-load.ts'
import { parseApiKey, secretMatches } from './api-key.ts'
import type { LastUse } from './last-use.ts'
import type { OpenIdVerifier } from './openid.ts'
import * as repository from './repository.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

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

export type Authenticate = ReturnType<typeof createAuthenticate>

/** A token that was checked once need not be checked again until it expires; its key and user always are. */
const rememberedTokens = 10_000

export function createAuthenticate(options: AuthenticateOptions) {
  const { database, clock, tokens, openId, lastUse, enforceNetworkPolicy } = options
  const findBearer = sharedLoad((ids: readonly string[]) => repository.bearersById(database, ids))
  const verified = new Map<string, TokenClaims>()

  async function byApiKey(text: string): Promise<repository.BearerRow> {
    const key = parseApiKey(text)
    const row = key && (await findBearer(key.id))
    if (!row || !secretMatches(key.secret, row.secret_hash)) throw unauthorized()
    return row
  }

  async function byOwnToken(token: string): Promise<repository.BearerRow> {
    let claims = verified.get(token)
    if (!claims) {
      claims = await tokens.verify(token).catch(refused)
      if (verified.size >= rememberedTokens) verified.clear()
      verified.set(token, claims)
    }
    const row = claims.expiresAtMs > clock.now() ? await findBearer(claims.keyId) : undefined
    if (!row) throw unauthorized()
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

  async function find(bearer: string, accept: 'any' | 'api-key'): Promise<repository.BearerRow | repository.UserRow> {
    if (bearer.startsWith('mst_')) return byApiKey(bearer)
    if (accept === 'api-key') throw unauthorized()
    const issuer = issuerOf(bearer)
    if (issuer === tokens.issuer) return byOwnToken(bearer)
    if (openId && issuer === openId.issuer) return byOpenId(bearer, openId)
    throw unauthorized()
  }

  /** Tells who is calling, or throws 401. What exactly was wrong with the bearer is nobody's business. */
  return async function authenticate(caller: Caller, accept: 'any' | 'api-key'): Promise<Principal> {
    if (caller.bearer === undefined) throw unauthorized()
    const row = await find(caller.bearer, accept)
    const key = 'key_id' in row ? (row as repository.BearerRow) : undefined
    if (key?.expires_at != null && key.expires_at <= clock.now()) throw unauthorized()
    if (enforceNetworkPolicy && row.allowed_ips.length > 0 && !isAllowed(row.allowed_ips, caller.address)) {
      throw new AppError('address_not_allowed', 'The organization does not admit requests from this address.')
    }
    if (key) lastUse.keyUsed(key.key_id)
    return {
      organizationId: row.organization_id,
      userId: row.user_id,
      email: row.email,
      role: row.role,
      apiKeyId: key?.key_id ?? null,
      scopes: key?.scopes ?? null,
      address: caller.address,
      requestId: caller.requestId,
    }
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
