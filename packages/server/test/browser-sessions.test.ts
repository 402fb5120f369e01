import { describe, expect, it } from 'vitest'
import { type RawAnswer, sharedTestServer, type TestServer, testServer } from '../src/testing/test-server.ts'
import { cookieOf } from './browser-cookie.ts'

const server = sharedTestServer()
const hourMs = 60 * 60 * 1000
const path = '/api/v0/browser-sessions'

function me({ raw }: TestServer, cookie: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return raw('GET', '/api/v0/me', { headers: { cookie, ...headers } })
}

describe('signing in with an API key', () => {
  it('gives a cookie that no script and no other site can use, and that works on every API', async () => {
    const { acme, raw } = server()
    const answer = await raw('POST', path, { json: { apiKey: acme.owner.key }, headers: { 'user-agent': 'Browser 7' } })
    expect(answer.json).toMatchObject({ method: 'api-key', userAgent: 'Browser 7', isCurrent: true })
    const setCookie = answer.headers.get('set-cookie') ?? ''
    expect(setCookie).toMatch(/^muster=[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    expect(answer.text).not.toContain(setCookie.slice(7, 60))
    const cookie = setCookie.split(';')[0] ?? ''
    expect((await me(server(), cookie)).json.user.email).toBe(acme.owner.email)
    const analytics = '/api/v1/analytics/activity?startDate=2026-01-14&endDate=2026-01-15'
    for (const each of [analytics, '/api/organization/maturity-level-reports']) {
      expect((await raw('GET', each, { headers: { cookie } })).status).toBe(200)
    }
  })

  it('is Secure and of this host alone where the application is on https', async () => {
    const { acme, raw } = await testServer({ MUSTER_APP_URL: 'https://muster.example.org' })
    const { headers } = await raw('POST', path, { json: { apiKey: acme.owner.key } })
    expect(headers.get('set-cookie')).toMatch(/^__Host-muster=[\w-]+; Path=\/; .*; Secure$/)
  })

  it.each([{}, { apiKey: 'x', link: 'y' }, { apiKey: 7 }, { key: 'x' }])('refuses %j', async (json) => {
    expect((await server().raw('POST', path, { json })).json).toMatchObject({ status: 400 })
  })

  it('refuses a key that is wrong, in the words of every wrong bearer', async () => {
    const answer = await server().raw('POST', path, { json: { apiKey: `mst_x_${'A'.repeat(43)}` } })
    expect(answer.json).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('is refused to pages of other sites', async () => {
    const { acme, raw } = server()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await raw('POST', path, { json: { apiKey: acme.owner.key }, headers })
      expect(answer.json).toMatchObject({ status: 403, code: 'cross_origin' })
    }
  })

  it('gives no more than the key has, and ends with it', async () => {
    const { acme, now } = server()
    const expiresAt = new Date(now() + 2 * hourMs).toISOString()
    const made = await acme.owner.apiKeys.create({ name: 'narrow', scopes: ['sessions:read'], expiresAt })
    const cookie = await cookieOf(server(), made.key)
    expect((await me(server(), cookie)).json.scopes).toEqual(['sessions:read'])
    const list = await server().raw('GET', '/api/v0/api-keys', { headers: { cookie } })
    expect(list.json.code).toBe('scope_not_allowed')
    await acme.owner.apiKeys.revoke({ id: made.id })
    expect((await me(server(), cookie)).status).toBe(401)
  })
})

describe('a link', () => {
  it('signs in once, within an hour, and allows to make a lasting key', async () => {
    const own = await testServer()
    const { raw, advance, app } = own
    const token = (await app.services.links.createOwnerLink()) ?? ''
    const first = await raw('POST', path, { json: { link: token } })
    expect(first.json).toMatchObject({ method: 'link' })
    expect((await raw('POST', path, { json: { link: token } })).json).toMatchObject({ status: 401 })
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const made = await raw('POST', '/api/v0/api-keys', { json: { name: 'mine' }, headers: { cookie } })
    expect(made.json.expiresAt).toBeUndefined()
    const late = (await app.services.links.createOwnerLink()) ?? ''
    advance(hourMs)
    expect((await raw('POST', path, { json: { link: late } })).status).toBe(401)
  })

  it('admits only one of many simultaneous uses', async () => {
    const { raw, app } = await testServer()
    const link = (await app.services.links.createOwnerLink()) ?? ''
    const answers = await Promise.all(Array.from({ length: 8 }, () => raw('POST', path, { json: { link } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(401)])
  })
})

describe('a browser session', () => {
  it('ends when it was not used for a week, and after thirty days in any case', async () => {
    const own = await testServer()
    const { acme, advance } = own
    const [busy, idle] = [await cookieOf(own, acme.member.key), await cookieOf(own, acme.member.key)]
    for (let day = 0; day < 29; day++) {
      advance(24 * hourMs)
      expect((await me(own, busy)).status).toBe(200)
    }
    expect((await me(own, idle)).status).toBe(401)
    advance(24 * hourMs)
    expect((await me(own, busy)).status).toBe(401)
  })

  it('is listed for its own user, and ends by sign-out, by another browser, or everywhere', async () => {
    const { acme, raw } = server()
    const { key } = acme.member
    const [one, two, three] = [
      await cookieOf(server(), key),
      await cookieOf(server(), key),
      await cookieOf(server(), key),
    ]
    const { json } = await raw('GET', path, { headers: { cookie: one } })
    const current = json.browserSessions.filter((session: { isCurrent: boolean }) => session.isCurrent)
    expect(current).toHaveLength(1)
    expect(JSON.stringify((await acme.manager.browserSessions.list()).browserSessions)).not.toContain(current[0].id)

    const out = await raw('DELETE', `${path}/current`, { headers: { cookie: one } })
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect((await me(server(), one)).status).toBe(401)
    const { entries } = await acme.owner.audit.list({ limit: 1 })
    expect(entries[0]).toMatchObject({ action: 'browser_session.revoke', actor: { email: acme.member.email } })

    const newest = (await acme.member.browserSessions.list()).browserSessions[0]?.id ?? ''
    await acme.member.browserSessions.revoke({ id: newest })
    expect((await me(server(), three)).status).toBe(401)
    expect((await me(server(), two)).status).toBe(200)
    await raw('DELETE', `${path}/all`, { headers: { cookie: two } })
    expect((await me(server(), two)).status).toBe(401)
  })

  it('does not come back with a user who was removed and invited again', async () => {
    const { acme } = server()
    const { id: userId } = await acme.owner.users.invite({ email: 'back@acme.test', role: 'member' })
    const { key } = await acme.owner.apiKeys.create({ name: 'theirs', userId })
    const cookie = await cookieOf(server(), key)
    expect((await me(server(), cookie)).status).toBe(200)
    await acme.owner.users.remove({ userId })
    await acme.owner.users.invite({ email: 'back@acme.test', role: 'member' })
    expect((await me(server(), cookie)).status).toBe(401)
  })

  it('is ignored beside a bearer, even a wrong one', async () => {
    const cookie = await cookieOf(server(), server().acme.owner.key)
    expect((await me(server(), cookie, { authorization: 'Bearer wrong' })).status).toBe(401)
  })

  it('is nobody’s with another secret, or with rubbish', async () => {
    const cookie = await cookieOf(server(), server().acme.owner.key)
    const rubbish = [`${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`, 'muster=', 'muster=x', `x${cookie}`]
    for (const each of rubbish) expect((await me(server(), each)).status).toBe(401)
  })
})
