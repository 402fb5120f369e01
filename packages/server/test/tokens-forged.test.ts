import { createPublicKey } from 'node:crypto'
import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSecretBox } from '../src/ground/platform/secret-box.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { nodes } from './second-node.ts'

const server = sharedTestServer(nodes)

/** The service's own signing key, taken out of its database: only so can a test make tokens that are wrong in one thing. */
async function stolenKey(): Promise<{ kid: string; privateKey: CryptoKey; publicJwk: JWK }> {
  const [row] = await rowsOf(server().databaseUrl, 'select id, public_jwk, sealed_private_jwk from signing_keys')
  const box = createSecretBox(Buffer.from(nodes.MUSTER_SECRET_KEY, 'base64'))
  const jwk = JSON.parse(box.open('signing key', String(row?.sealed_private_jwk))) as JWK
  const privateKey = (await importJWK(jwk, 'ES256')) as CryptoKey
  return { kid: String(row?.id), privateKey, publicJwk: row?.public_jwk as JWK }
}

let good: JWTPayload = {}
let key: Awaited<ReturnType<typeof stolenKey>>
let token = ''

beforeAll(async () => {
  token = (await server().acme.owner.apiKeys.createToken()).token
  good = decodeJwt(token)
  key = await stolenKey()
})

function sign(
  payload: JWTPayload,
  header: { alg?: string; kid?: string; typ?: string; jwk?: JWK } = {},
  by?: CryptoKey | Uint8Array,
) {
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header }).sign(by ?? key.privateKey)
}

async function statusOf(bearer: string): Promise<number> {
  return (await server().raw('GET', '/api/v0/me', { key: bearer })).status
}

function without(claim: string): JWTPayload {
  return Object.fromEntries(Object.entries(good).filter(([name]) => name !== claim))
}

describe('a token signed by the service', () => {
  it('is accepted as it was issued, and signed again with the same claims', async () => {
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf(await sign(good))).toBe(200)
  })

  it.each([
    ['another issuer', () => ({ ...good, iss: 'https://evil.test' })],
    ['no issuer', () => without('iss')],
    ['another audience', () => ({ ...good, aud: 'somebody-else' })],
    ['no audience', () => without('aud')],
    ['an end in the past', () => ({ ...good, exp: Math.floor(server().now() / 1000) - 1 })],
    ['no end', () => without('exp')],
    ['an end that is no number', () => ({ ...good, exp: 'never' as unknown as number })],
    ['a beginning in the future', () => ({ ...good, nbf: Math.floor(server().now() / 1000) + 60 })],
    ['no subject', () => without('sub')],
    ['no key', () => without('key')],
    ['a key that does not exist', () => ({ ...good, key: 'nobody' })],
    ['a key that is no text', () => ({ ...good, key: { $ne: null } })],
  ])('is refused with %s', async (_, claims) => {
    expect(await statusOf(await sign(claims()))).toBe(401)
  })
})

describe('a token signed by somebody else', () => {
  it('is refused without a signature', async () => {
    const unsecured = new UnsecuredJWT(good).encode()
    expect(await statusOf(unsecured)).toBe(401)
    const [, payload, signature] = token.split('.')
    for (const alg of ['none', 'None', 'NONE']) {
      const header = Buffer.from(JSON.stringify({ alg, kid: key.kid })).toString('base64url')
      expect(await statusOf(`${header}.${payload}.`)).toBe(401)
      expect(await statusOf(`${header}.${payload}.${signature}`)).toBe(401)
    }
  })

  it('is refused with the public key as a shared secret', async () => {
    const pem = createPublicKey({ key: key.publicJwk as JsonWebKey, format: 'jwk' })
    const secrets = [
      pem.export({ type: 'spki', format: 'pem' }).toString(),
      pem.export({ type: 'spki', format: 'der' }),
      JSON.stringify(key.publicJwk),
      (await server().raw('GET', '/.well-known/jwks.json')).text,
    ]
    for (const secret of secrets) {
      expect(await statusOf(await sign(good, { alg: 'HS256' }, Buffer.from(secret)))).toBe(401)
    }
  })

  it.each(['ES256', 'RS256', 'PS256', 'EdDSA', 'ES384'])(
    'is refused with another %s key under the same kid',
    async (alg) => {
      const other = await generateKeyPair(alg, { extractable: true })
      expect(await statusOf(await sign(good, { alg }, other.privateKey))).toBe(401)
      const jwk = await exportJWK(other.publicKey)
      expect(await statusOf(await sign(good, { alg, jwk }, other.privateKey))).toBe(401)
    },
  )

  it('is refused after any change', async () => {
    const [header, payload = '', signature = ''] = token.split('.')
    const more = Buffer.from(JSON.stringify({ ...good, sub: server().globex.owner.userId })).toString('base64url')
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const changed = [
      `${header}.${more}.${signature}`,
      `${header}.${payload}.${flipped}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.${signature}`,
      `${token}=`,
      `${header}..${signature}`,
      `.${payload}.${signature}`,
      '..',
    ]
    for (const one of changed) expect([one, await statusOf(one)]).toEqual([one, 401])
    expect(await statusOf(token)).toBe(200)
  })
})
