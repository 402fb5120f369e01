import { describe, expect, it } from 'vitest'
import { sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { dumpOf } from './database-rows.ts'

const server = sharedTestServer()
const path = '/api/v0/browser-sessions'
const checkPath = '/api/v0/sign-in-links/check'
const password = 'correct horse battery staple'
const other = 'a quite different pass phrase'

function signIn(email: string, given: string, headers: Record<string, string> = {}) {
  return server().raw('POST', path, { json: { email, password: given }, headers })
}

let count = 0
/** Somebody who was invited by a link, and the token of that link. */
async function invited(role: 'member' | 'manager' = 'member') {
  const email = `invited-${count++}@acme.test`
  const { invitations } = await server().acme.owner.users.invitePeople({ list: `${email}, ${role}` })
  const [invitation] = invitations
  if (!invitation) throw new Error('Nobody was invited.')
  return { email, userId: invitation.user.id, link: tokenIn(invitation.url) }
}

function tokenIn(url: string): string {
  return url.split('#token=')[1] ?? ''
}

async function accepted() {
  const person = await invited()
  const answer = await server().raw('POST', path, { json: { link: person.link, newPassword: password } })
  return { ...person, answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

describe('an invitation', () => {
  it('names its person, and lets that person choose a password once', async () => {
    const { email, link } = await invited('manager')
    const { json } = await server().raw('POST', checkPath, { json: { link } })
    expect(json).toMatchObject({ purpose: 'invitation', email, organizationName: 'acme' })
    const without = await server().raw('POST', path, { json: { link } })
    expect(without.json).toMatchObject({ status: 400, errors: [{ path: 'newPassword' }] })
    const short = await server().raw('POST', path, { json: { link, newPassword: 'too short' } })
    expect(short.status).toBe(400)
    const first = await server().raw('POST', path, { json: { link, newPassword: password } })
    expect(first.json).toMatchObject({ method: 'link', isCurrent: true })
    const again = await server().raw('POST', path, { json: { link, newPassword: other } })
    expect(again.json).toMatchObject({ status: 401, detail: expect.stringContaining('used already') })
    const entered = await signIn(email.toUpperCase(), password)
    expect(entered.json).toMatchObject({ method: 'password' })
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const me = await server().raw('GET', '/api/v0/me', { headers: { cookie } })
    expect(me.json).toMatchObject({ user: { email, role: 'manager' }, hasPassword: true })
  })

  it('ends after a week, when a newer one is made, and with its user; and says so', async () => {
    const own = await testServer()
    const { acme, raw, advance } = own
    const { id: userId } = await acme.owner.users.invite({ email: 'late@acme.test', role: 'guest' })
    const make = async () => tokenIn((await acme.owner.users.createLink({ userId, purpose: 'invitation' })).url)
    const check = async (link: string) => (await raw('POST', checkPath, { json: { link } })).json.detail
    const replaced = await make()
    const old = await make()
    expect(await check(replaced)).toContain('replaced by a newer one')
    advance(7 * 24 * 3_600_000)
    expect(await check(old)).toContain('too old')
    const last = await make()
    await acme.owner.users.remove({ userId })
    expect(await check(last)).toContain('used already')
    expect(await check(`${last.slice(0, -1)}${last.endsWith('A') ? 'B' : 'A'}`)).toContain('no such link')
    expect(await check('rubbish')).toContain('no such link')
  })
})

describe('signing in with a password', () => {
  it('answers a wrong password, an unknown e-mail and somebody without one in the same words', async () => {
    const { email } = await accepted()
    const answers = []
    for (const each of [email, 'nobody@acme.test', server().acme.guest.email]) {
      const { json } = await signIn(each, other)
      answers.push({ ...json, requestId: '' })
    }
    expect(answers[0]).toMatchObject({ status: 401, detail: expect.stringContaining('is wrong.') })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('stops whoever tries too often, also when they try at once, and lets them in later', async () => {
    const own = await testServer()
    const { acme, raw, advance } = own
    await acme.member.organization.setPassword({ newPassword: password })
    const attempt = async (given: string) =>
      (await raw('POST', path, { json: { email: acme.member.email, password: given } })).status
    const first = await Promise.all(Array.from({ length: 15 }, () => attempt(other)))
    expect(first.toSorted()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)])
    expect(await attempt(password)).toBe(429)
    advance(15 * 60_000)
    expect(await attempt(password)).toBe(201)
    const { entries } = await acme.owner.audit.list({ action: 'sign_in.failed' })
    expect(entries[0]).toMatchObject({ target: { id: acme.member.userId }, changes: { reason: 'wrong_password' } })
  })

  it('does not count right passwords, and refuses pages of other sites', async () => {
    const { email } = await accepted()
    for (let time = 0; time < 12; time++) expect((await signIn(email, password)).status).toBe(201)
    const foreign = await signIn(email, password, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.json).toMatchObject({ status: 403, code: 'cross_origin' })
  })

  it('needs the organization named only where the same password is good for several', async () => {
    const own = await testServer()
    const { acme, globex, raw } = own
    const email = 'both@example.test'
    for (const { owner } of [acme, globex]) {
      const { invitations } = await owner.users.invitePeople({ list: email })
      const link = tokenIn(invitations[0]?.url ?? '')
      expect((await raw('POST', path, { json: { link, newPassword: password } })).status).toBe(201)
    }
    const json = { email, password }
    const { status, json: told } = await raw('POST', path, { json })
    expect({ status, code: told.code, detail: told.detail }).toEqual({
      status: 401,
      code: 'unauthorized',
      detail: expect.stringContaining('Muster-Organization'),
    })
    expect(new Set(told.errors.map((each: { path: string }) => each.path))).toEqual(
      new Set([acme.organizationId, globex.organizationId]),
    )
    const named = await raw('POST', path, { json: { ...json, organizationId: acme.organizationId } })
    expect(named.status).toBe(201)
    const wrong = await raw('POST', path, { json: { ...json, password: other, organizationId: acme.organizationId } })
    expect(wrong.status).toBe(401)
    const headers = { 'muster-organization': globex.organizationId }
    expect((await raw('POST', path, { json, headers })).status).toBe(201)
  })
})

describe('a password', () => {
  it('is changed by whoever knows it, which signs out all other browsers', async () => {
    const { email, cookie } = await accepted()
    const elsewhere = (await signIn(email, password)).headers.get('set-cookie')?.split(';')[0] ?? ''
    const change = (json: object) => server().raw('PUT', '/api/v0/me/password', { json, headers: { cookie } })
    for (const currentPassword of [undefined, other]) {
      const refused = await change({ newPassword: other, ...(currentPassword && { currentPassword }) })
      expect(refused.json).toMatchObject({ status: 403, code: 'wrong_password' })
    }
    expect((await change({ currentPassword: password, newPassword: other })).status).toBe(204)
    const statusOf = async (each: string) =>
      (await server().raw('GET', '/api/v0/me', { headers: { cookie: each } })).status
    expect([await statusOf(cookie), await statusOf(elsewhere)]).toEqual([200, 401])
    expect((await signIn(email, password)).status).toBe(401)
    expect((await signIn(email, other)).status).toBe(201)
  })

  it('is reset by the link of an owner, which signs out whoever was signed in', async () => {
    const { email, userId, cookie } = await accepted()
    const { url } = await server().acme.owner.users.createLink({ userId, purpose: 'password-reset' })
    const reset = await server().raw('POST', path, { json: { link: tokenIn(url), newPassword: other } })
    expect(reset.status).toBe(201)
    expect((await server().raw('GET', '/api/v0/me', { headers: { cookie } })).status).toBe(401)
    expect((await signIn(email, password)).status).toBe(401)
    const { entries } = await server().acme.owner.audit.list({ limit: 2 })
    expect(entries.map(({ action }) => action)).toEqual(['browser_session.create', 'password.set'])
  })

  it('does not come back with a user who was removed and invited again', async () => {
    const { email, userId } = await accepted()
    await server().acme.owner.users.remove({ userId })
    expect((await signIn(email, password)).status).toBe(401)
    await server().acme.owner.users.invite({ email, role: 'member' })
    expect((await signIn(email, password)).status).toBe(401)
  })

  it('is kept as argon2id, and reaches neither the database nor the audit log in clear', async () => {
    const { link } = await accepted()
    const dump = await dumpOf(server().databaseUrl)
    expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(dump).not.toContain(password)
    expect(dump).not.toContain(link.slice(37))
  })

  it('is a way in for an owner, so that the last key may go', async () => {
    const { acme } = await testServer()
    await acme.owner.organization.setPassword({ newPassword: password })
    const { apiKeys } = await acme.owner.apiKeys.list({ limit: 100 })
    const own = apiKeys.find(({ id }) => acme.owner.key.includes(id))
    await acme.owner.apiKeys.revoke({ id: own?.id ?? '' })
  })
})

describe('a list of people', () => {
  it('of 5,000 with faults invites nobody, and names every line that has one', async () => {
    const { owner, guest } = server().acme
    const lines = Array.from({ length: 5000 }, (_, index) => `person-${index}@big.test, member, Ann, Other, core`)
    lines[16] = 'no address, member'
    lines[99] = 'someone@big.test, boss'
    lines[2499] = 'PERSON-7@big.test'
    lines[4999] = guest.email
    const refused = owner.users.invitePeople({ list: lines.join('\n') })
    await expect(refused).rejects.toMatchObject({
      status: 400,
      errors: [
        { path: 'line 17', message: expect.stringContaining('e-mail address') },
        { path: 'line 100', message: expect.stringContaining('“boss”') },
        { path: 'line 2500', message: 'is the same person as line 8' },
        { path: 'line 5000', message: expect.stringContaining('already') },
      ],
    })
    const users = await Array.fromAsync(owner.users.list.items({ limit: 100 }))
    expect(users.filter(({ email }) => email.endsWith('@big.test'))).toEqual([])
  })

  it('of 5,000 without faults invites them all, each with a link of their own', async () => {
    const { acme, raw } = await testServer()
    const list = Array.from({ length: 5000 }, (_, index) => `person-${index}@big.test, , Ann, Other, core`)
    const { invitations } = await acme.owner.users.invitePeople({ list: list.join('\r\n') })
    expect(new Set(invitations.map(({ url }) => url)).size).toBe(5000)
    const last = invitations.at(-1)
    expect(last?.user).toMatchObject({ email: 'person-4999@big.test', role: 'member', metadata: { team: 'core' } })
    const { json } = await raw('POST', checkPath, { json: { link: tokenIn(last?.url ?? '') } })
    expect(json.email).toBe('person-4999@big.test')
    const { entries } = await acme.owner.audit.list({ limit: 2 })
    expect(entries.map(({ action }) => action)).toEqual(['user.invite', 'user.invite'])
  })
})
