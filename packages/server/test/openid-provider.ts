import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

/** The part of the package that is used here; it brings no types. */
interface ProviderModule {
  readonly default: new (issuer: string, configuration: object) => { callback(): RequestListener }
}

const client = { id: 'muster-tests', secret: 'a secret between the tests and the provider' }
const packageName: string = 'oidc-provider'

export interface OpenIdProvider {
  readonly issuer: string
  readonly jwksUrl: string
  /** A token for Muster, as the provider would give it to somebody with these claims. The e-mail is verified. */
  tokenFor(claims: JWTPayload, audience?: string): Promise<string>
  /** Any claims, signed with the key of the provider. */
  sign(claims: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, string>>): Promise<string>
  stop(): Promise<void>
  /** At the same address, after it was stopped. */
  start(): Promise<void>
}

type AtEnd = (end: () => Promise<void>) => void

export const audience = 'https://muster.test/api'

/**
 * A real OpenID provider on this machine, for one test unless `atEnd` says otherwise. `issuerPath` may put a slash
 * behind its name, as some do.
 */
export async function openIdProvider({
  issuerPath = '',
  atEnd = onTestFinished as AtEnd,
} = {}): Promise<OpenIdProvider> {
  const { default: Provider } = (await import(packageName)) as ProviderModule
  const http = createServer()
  const address = await listen(http)
  let claims: JWTPayload = {}
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(address + issuerPath, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'first' }] },
    cookies: { keys: ['cookies of the tests'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: '',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    adapter: NoStore,
    ttl: { ClientCredentials: 600 },
    extraTokenClaims: () => claims,
  })
  http.on('request', provider.callback())
  const stop = () => close(http)
  const { port } = new URL(address)
  atEnd(stop)

  const sign: OpenIdProvider['sign'] = (payload, header = { typ: 'at+jwt' }) =>
    new SignJWT({ ...payload } as JWTPayload)
      .setProtectedHeader({ ...header, alg: 'RS256', kid: 'first' })
      .sign(privateKey)

  return {
    sign,
    issuer: address + issuerPath,
    jwksUrl: `${address}/jwks`,
    stop,
    start: async () => void (await listen(http, Number(port))),
    async tokenFor(wanted, resource = audience) {
      const { sub = `subject of ${String(wanted.email).toLowerCase()}`, ...others } = wanted
      claims = { email_verified: true, ...others }
      const answer = await fetch(`${address}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client.id}:${encodeURIComponent(client.secret)}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
      })
      const body = (await answer.json()) as { access_token?: string }
      if (!body.access_token) throw new Error(`The provider gave no token: ${JSON.stringify(body)}`)
      // The provider gives its client's id as the subject, because nobody has signed in with it.
      return sign({ ...decodeJwt(body.access_token), sub }, { typ: 'at+jwt' })
    },
  }
}

/** Tokens that are JWTs need not be remembered. */
class NoStore {
  async upsert() {}
  async find() {}
  async destroy() {}
}

async function listen(http: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

async function close(http: Server): Promise<void> {
  http.closeAllConnections()
  await new Promise<void>((resolve) => http.close(() => resolve()))
}
