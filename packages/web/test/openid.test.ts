import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TestServer, testServer } from '../../server/src/testing/test-server.ts'
import { sharedBrowser } from './shared-browser.ts'

/** The part of the package that is used here; it brings no types. */
interface ProviderModule {
  readonly default: new (issuer: string, configuration: object) => { callback(): RequestListener }
}
const packageName: string = 'oidc-provider'

const browser = sharedBrowser()

const client = { client_id: 'muster-web', client_secret: 'a secret between Muster and the provider' }

/** A service whose people sign in with a real provider, which believes everybody. */
async function serviceWithProvider(): Promise<TestServer> {
  const http = createServer()
  const issuer = await listen(http)
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  const server = await testServer({
    MUSTER_OIDC_ISSUER: issuer,
    MUSTER_OIDC_CLIENT_ID: client.client_id,
    MUSTER_OIDC_CLIENT_SECRET: client.client_secret,
    MUSTER_OIDC_NAME: 'Acme ID',
  })
  const { default: Provider } = (await import(packageName)) as ProviderModule
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${server.address}/sign-in/openid/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['cookies of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true }),
    }),
  })
  http.on('request', provider.callback())
  return server
}

async function listen(http: Server): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

async function signIn(server: TestServer, email: string) {
  const context = await browser().newContext({ baseURL: server.address })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto('/organization/keys')
  await page.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await page.locator('input[name=login]').fill(email)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]').click()
  return page
}

describe('signing in through the OpenID provider', () => {
  it('lets in who was invited, leads to where they wanted to go, and binds the subject', async () => {
    const server = await serviceWithProvider()
    const { owner, member } = server.acme
    const page = await signIn(server, member.email)
    await page.waitForURL('**/organization/keys')
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    const { browserSessions } = await member.browserSessions.list()
    expect(browserSessions[0]?.method).toBe('openid')
    const { entries } = await owner.audit.list({ action: 'user.bind' })
    expect(entries[0]?.changes).toMatchObject({ subject: member.email })

    const stranger = await signIn(server, 'stranger@elsewhere.test')
    await stranger.getByRole('alert').getByText('Nobody here is invited').waitFor()
  })

  it('begins with PKCE, state and nonce, and is finished only by the browser that began it', async () => {
    const server = await serviceWithProvider()
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(server.address + path, { redirect: 'manual', headers })
    const begun = await get('/sign-in/openid?next=//evil.example')
    const location = new URL(begun.headers.get('location') ?? '')
    expect(begun.status).toBe(303)
    expect(location.searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(location.searchParams.get(name)).toMatch(/^.{20,}$/)
    const cookie = begun.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^muster-openid=v1\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(location.searchParams.get('state'))

    const back = `/sign-in/openid/callback?code=x&state=${location.searchParams.get('state')}`
    expect((await get(back)).headers.get('location')).toBe('/sign-in?problem=expired')
    const foreign = await get('/sign-in/openid/callback?code=x&state=other', { cookie: cookie.split(';')[0] ?? '' })
    expect(foreign.headers.get('location')).toBe('/sign-in?problem=refused')
    expect(foreign.headers.get('set-cookie')).toBeNull()
  })

  it('says so while the provider cannot be reached, and is not offered where there is none', async () => {
    const without = await testServer()
    expect((await fetch(`${without.address}/sign-in/openid`)).status).toBe(404)
    const server = await testServer({
      MUSTER_OIDC_ISSUER: 'http://127.0.0.1:9',
      MUSTER_OIDC_CLIENT_ID: 'muster-web',
    })
    const answer = await fetch(`${server.address}/sign-in/openid`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('/sign-in?problem=unavailable')
  })
})
