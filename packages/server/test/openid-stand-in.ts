import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

interface Person {
  readonly sub: string
  readonly email: string
}

/** Stands in for an OpenID provider that believes everybody, for people in a browser and for programs. */
export async function openIdStandIn() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'only' }]
  const client = { id: 'muster', secret: 'between the tests and the stand-in' }
  const audience = 'https://muster.test/api'

  function sign({ sub, email }: Person, claims: object, nowMs: number): Promise<string> {
    const now = Math.floor(nowMs / 1000)
    const whole = { iss: issuer, sub, email, email_verified: true, iat: now, exp: now + 600, ...claims }
    return new SignJWT(whole).setProtectedHeader({ alg: 'RS256', kid: 'only', typ: 'JWT' }).sign(privateKey)
  }

  /** The code says who comes, and with which nonce. */
  async function tokens(request: IncomingMessage) {
    const code = new URLSearchParams(await text(request)).get('code') ?? ''
    const { nonce, ...person } = JSON.parse(code)
    const idToken = await sign(person, { aud: client.id, nonce }, Date.now())
    return { access_token: 'unused', token_type: 'Bearer', expires_in: 600, id_token: idToken }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = {
      '/.well-known/openid-configuration': async () => ({
        issuer,
        jwks_uri: `${issuer}/jwks`,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': async () => ({ keys }),
      '/token': () => tokens(request),
    }[request.url ?? '']
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify((await found?.()) ?? {}))
  }

  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  return {
    settings: {
      MUSTER_OIDC_ISSUER: issuer,
      MUSTER_OIDC_AUDIENCE: audience,
      MUSTER_OIDC_CLIENT_ID: client.id,
      MUSTER_OIDC_CLIENT_SECRET: client.secret,
    },

    /** A token for programs. */
    tokenFor: (person: Person, nowMs: number) => sign(person, { aud: audience }, nowMs),

    /** Signs somebody in as a browser would. Returns where it leads, and the cookie that the browser got. */
    async signIn(address: string, person: Person, headers: Readonly<Record<string, string>>) {
      const begun = await fetch(`${address}/sign-in/openid`, { redirect: 'manual', headers })
      const { searchParams } = new URL(begun.headers.get('location') ?? '')
      const code = JSON.stringify({ ...person, nonce: searchParams.get('nonce') })
      const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
      const cookie = cookieIn(begun)
      const back = `${address}/sign-in/openid/callback?${query}`
      const ended = await fetch(back, { redirect: 'manual', headers: { ...headers, cookie } })
      return { location: ended.headers.get('location'), cookie: cookieIn(ended) }
    },

    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

function cookieIn({ headers }: Response): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
