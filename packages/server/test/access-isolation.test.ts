import { randomUUID } from 'node:crypto'
import { roles } from '@muster/contract/enumerations'
import { beforeAll, describe, expect, it } from 'vitest'
import { type People, sharedTestServer } from '../src/testing/test-server.ts'
import { userRows } from './access-table.ts'
import { fill } from './access-targets.ts'

const server = sharedTestServer()
/**
 * Answers that name nothing of anybody, the stream of events, which begins with what happens next, and spending, which
 * names what changed since the month before: `spend.test.ts` compares organizations that share a service.
 */
const anonymous = [
  'analytics.status',
  'analytics.definitions',
  'analytics.prices',
  'analytics.spend',
  'sessions.watchAll',
]
const nobody = '00000000-0000-7000-8000-000000000000'

/** Something of every kind, made by the owner. Returns everything that only this organization may see. */
async function furnish({ owner, organizationId, ...people }: People, name: string) {
  const computer = await owner.computers.register({ name: `computer of ${name}`, provider: 'managed' })
  const { sessionId } = await owner.sessions.create({ computerId: computer.id, title: `session of ${name}` })
  const { messageId } = await owner.messages.post({ sessionId, text: `secret of ${name}` })
  const repoUrl = `https://example.com/${name}/app`
  const { reportId } = await owner.reports.publish({ repoUrl, apps: {}, report: {} })
  const { id: keyId } = await owner.apiKeys.create({ name: `key of ${name}` })
  await owner.limits.set({ users: [{ email: people.member.email, limit: 10 }] })
  await owner.controls.replace({ commandDenylist: [`command of ${name}`] })
  const { id: webhookId } = await owner.webhooks.create({ url: `https://hooks.example.com/${name}` })
  const { id: browserSessionId } = await owner.browserSessions.create({ apiKey: owner.key })
  const users = [owner.userId, people.manager.userId, people.member.userId, people.guest.userId]
  const ids = {
    computerId: computer.id,
    sessionId,
    messageId,
    reportId,
    keyId,
    repoUrl,
    organizationId,
    webhookId,
    browserSessionId,
  }
  return { ...ids, marks: [...Object.values(ids), ...users, `of ${name}`, `@${name}.test`] }
}

type Furniture = Awaited<ReturnType<typeof furnish>>
const found: { acme?: Furniture; globex?: Furniture } = {}

beforeAll(async () => {
  found.acme = await furnish(server().acme, 'acme')
  found.globex = await furnish(server().globex, 'globex')
})

function of(name: 'acme' | 'globex'): Furniture {
  const furniture = found[name]
  if (!furniture) throw new Error('The organizations are furnished before the first test.')
  return furniture
}

for (const row of userRows.filter(({ path }) => path.includes('{'))) {
  describe(row.call, () => {
    it('answers another organization’s owner as if there were no such thing, and leaves it alone', async () => {
      const { acme, globex, raw } = server()
      const { params, json } = await row.prepare(acme, acme.owner.userId)
      const theirs = await raw(row.method, fill(row.path, params), { key: globex.owner.key, json })
      const nothing = await raw(row.method, row.path.replace(/\{\w+\}/g, nobody), { key: globex.owner.key, json })
      expect(theirs.status).toBe(404)
      expect({ ...theirs.json, requestId: '' }).toEqual({ ...nothing.json, requestId: '' })
      expect((await raw(row.method, fill(row.path, params), { key: acme.owner.key, json })).status).toBe(row.answer)
    })
  })
}

for (const row of userRows.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
  describe(row.call, () => {
    it.each(roles)('shows a %s nothing of another organization', async (role) => {
      const { text } = await server().raw('GET', `${row.path}${row.query ? '&' : '?'}limit=100`, {
        key: server().acme[role].key,
      })
      if (role === 'owner' && !anonymous.includes(row.id))
        expect(of('acme').marks.some((mark) => text.includes(mark))).toBe(true)
      for (const mark of of('globex').marks) expect(text).not.toContain(mark)
    })
  })
}

describe('GET /api/v0/sessions/{sessionId}/messages', () => {
  it('shows nothing of another organization', async () => {
    const { sessionId } = of('acme')
    const { text } = await server().raw('GET', `/api/v0/sessions/${sessionId}/messages`, {
      key: server().acme.owner.key,
    })
    expect(text).toContain('secret of acme')
    for (const mark of of('globex').marks) expect(text).not.toContain(mark)
  })

  it('does not find a message of one session in another', async () => {
    const { acme } = server()
    const other = await acme.owner.sessions.create({ computerId: of('acme').computerId })
    const { messageId } = of('acme')
    await expect(acme.owner.messages.get({ sessionId: other.sessionId, messageId })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('an id of another organization inside a request', () => {
  it('is no computer to begin a session on', async () => {
    const { computerId } = of('acme')
    await expect(server().globex.owner.sessions.create({ computerId })).rejects.toMatchObject({ status: 404 })
  })

  it('is no computer to move a session to', async () => {
    const { sessionId } = of('globex')
    const post = server().globex.owner.messages.post({ sessionId, text: 'go', computerId: of('acme').computerId })
    await expect(post).rejects.toMatchObject({ status: expect.toSatisfy((status) => status === 404 || status === 409) })
  })

  it('is no computer to ask', async () => {
    const { owner } = server().globex
    const { computerId } = of('acme')
    const { sessionId, messageId } = of('globex')
    await expect(owner.sessions.list({ computerId })).rejects.toMatchObject({ status: 404 })
    await expect(owner.sessions.get({ sessionId, computerId })).rejects.toMatchObject({ status: 404 })
    await expect(owner.messages.list({ sessionId, computerId })).rejects.toMatchObject({ status: 404 })
    await expect(owner.messages.get({ sessionId, messageId, computerId })).rejects.toMatchObject({ status: 404 })
  })

  it('is nobody to make a key for', async () => {
    const { acme, globex } = server()
    const create = globex.owner.apiKeys.create({ name: 'theirs', userId: acme.owner.userId })
    await expect(create).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
  })

  it('is nobody to set a limit for', async () => {
    const { acme, globex } = server()
    const { updated, errors } = await globex.owner.limits.set({ users: [{ email: acme.guest.email, limit: 1 }] })
    expect({ updated, errors: errors.map(({ email }) => email) }).toEqual({ updated: [], errors: [acme.guest.email] })
  })

  it('is no report to continue after, and no repository to list', async () => {
    const { owner } = server().globex
    const { reportId, repoUrl } = of('acme')
    await expect(owner.reports.list({ startAfter: reportId })).rejects.toMatchObject({ status: 400 })
    expect(await owner.reports.list({ repoId: repoUrl })).toEqual({ reports: [] })
  })

  it('finds nothing in the audit log', async () => {
    const { acme, globex } = server()
    expect((await globex.owner.audit.list({ userId: acme.owner.userId })).entries).toEqual([])
  })

  it('may be the name of a computer, and the e-mail of a user, in both', async () => {
    const { acme, globex } = server()
    const name = `twin ${randomUUID()}`
    const [mine, theirs] = [
      await acme.owner.computers.register({ name }),
      await globex.owner.computers.register({ name }),
    ]
    expect((await acme.owner.computers.getByName({ name })).id).toBe(mine.id)
    expect((await globex.owner.computers.getByName({ name })).id).toBe(theirs.id)
    const user = await globex.owner.users.invite({ email: acme.guest.email, role: 'guest' })
    expect(user.id).not.toBe(acme.guest.userId)
    await globex.owner.users.remove({ userId: user.id })
  })
})

describe('a cursor of another organization', () => {
  it.each(['users', 'apiKeys', 'audit'] as const)('is 400 in the list of %s', async (group) => {
    const { acme, globex } = server()
    const { pagination } = await acme.owner[group].list({ limit: 1 })
    const list = globex.owner[group].list({ limit: 1, cursor: pagination.nextCursor ?? '' })
    await expect(list).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
  })
})
