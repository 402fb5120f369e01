import type { AccessToken, JsonWebKeySet } from '@muster/contract/api-key'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Database } from '../../ground/database/database.ts'
import { type Clock, toIso } from '../../ground/platform/clock.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { SecretBox } from '../../ground/platform/secret-box.ts'
import * as repository from './repository.ts'

const algorithm = 'ES256'
const audience = 'muster'

interface TokenClaims {
  readonly keyId: string
  readonly expiresAtMs: number
}

export interface Tokens {
  readonly issuer: string
  readonly jwks: JsonWebKeySet
  issue(principal: Principal, keyId: string): Promise<AccessToken>
  /** Throws an error that says what is wrong with the token. */
  verify(token: string): Promise<TokenClaims>
}

interface TokensOptions {
  database: Database
  clock: Clock
  ids: Ids
  secretBox: SecretBox
  issuer: string
  lifetimeSeconds: number
}

/**
 * Signs and verifies the tokens of this service. A token represents the key from which it was made, and ends with it.
 */
export async function createTokens(options: TokensOptions): Promise<Tokens> {
  const { clock, ids, issuer, lifetimeSeconds } = options
  const { id: kid, privateKey, publicKey, publicJwk } = await loadOrCreateKey(options)

  return {
    issuer,
    jwks: { keys: [{ ...publicJwk, kid, alg: algorithm, use: 'sig' }] },

    async issue(principal, keyId) {
      const issuedAt = Math.floor(clock.now() / 1000)
      const keyEnd =
        principal.expiresAtMs === null ? Number.POSITIVE_INFINITY : Math.floor(principal.expiresAtMs / 1000)
      const expiresAt = Math.min(issuedAt + lifetimeSeconds, keyEnd)
      const token = await new SignJWT({ org: principal.organizationId, key: keyId })
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .setSubject(principal.userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .setJti(ids.uuid())
        .sign(privateKey)
      return { token, expiresAt: toIso(expiresAt * 1000) }
    },

    async verify(token) {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: [algorithm],
        issuer,
        audience,
        requiredClaims: ['exp', 'sub', 'key'],
        currentDate: new Date(clock.now()),
      })
      return { keyId: String(payload.key), expiresAtMs: Number(payload.exp) * 1000 }
    },
  }
}

async function loadOrCreateKey({ database, clock, ids, secretBox }: TokensOptions) {
  const row =
    (await repository.signingKeys(database))[0] ??
    (await database.transaction(async (tx) => {
      await repository.lockSigningKeyTable(tx)
      const [existing] = await repository.signingKeys(tx)
      if (existing) return existing
      const pair = await generateKeyPair(algorithm, { extractable: true })
      const created = {
        id: ids.uuid(),
        public_jwk: { ...(await exportJWK(pair.publicKey)) },
        sealed_private_jwk: secretBox.seal('signing key', JSON.stringify(await exportJWK(pair.privateKey))),
      }
      await repository.insertSigning(tx, created, clock.now())
      return created
    }))
  const privateJwk = JSON.parse(secretBox.open('signing key', row.sealed_private_jwk)) as JWK
  return {
    id: row.id,
    publicJwk: row.public_jwk,
    publicKey: (await importJWK(row.public_jwk as JWK, algorithm)) as CryptoKey,
    privateKey: (await importJWK(privateJwk, algorithm)) as CryptoKey,
  }
}
