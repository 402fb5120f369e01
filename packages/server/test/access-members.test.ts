import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { userRows } from './access-table.ts'
import { fill } from './access-targets.ts'

const server = sharedTestServer()
const forMembers = userRows.filter(({ admits }) => admits.includes('member'))
/** The keys of a second member of acme. */
const another = { key: '', token: '' }

beforeAll(async () => {
  const { acme, client } = server()
  const { id: userId } = await acme.owner.users.invite({ email: 'another@acme.test', role: 'member' })
  another.key = (await acme.owner.apiKeys.create({ name: 'of another member', userId })).key
  another.token = (await client(another.key).apiKeys.createToken()).token
})

describe('the table of access', () => {
  it('hides what a path names from another member, except reports, which all share', () => {
    const named = forMembers.filter(({ path }) => path.includes('{'))
    const shared = named.filter(({ ofAnotherMember }) => ofAnotherMember !== 'hidden').map(({ id }) => id)
    expect(new Set(shared)).toEqual(new Set(['reports.get']))
  })
})

for (const row of forMembers) {
  describe(row.call, () => {
    const isHidden = row.ofAnotherMember === 'hidden'
    it(`answers another member ${isHidden ? 'as if there were no such thing' : 'as anybody'}`, async () => {
      const { acme, raw } = server()
      const bearers = row.token ? [another.key, another.token] : [another.key]
      for (const key of bearers) {
        const { params, json } = await row.prepare(acme, acme.member.userId)
        const path = fill(row.path, params)
        const answer = await raw(row.method, path, { key, json })
        expect(answer.status).toBe(isHidden ? 404 : row.answer)
        if (!isHidden) continue
        const own = await raw(row.method, path, { key: acme.member.key, json })
        expect(own.status).toBe(row.answer)
      }
    })
  })
}

describe('a list', () => {
  it('of sessions, computers or keys shows a member nothing of another', async () => {
    const { acme, raw } = server()
    const { member } = acme
    const computer = await member.computers.register({ name: `computer ${randomUUID()}` })
    const { sessionId } = await member.sessions.create({ computerId: computer.id })
    const { id: keyId } = await member.apiKeys.create({ name: 'of the member' })
    const lists = [
      ['/api/v0/sessions', sessionId],
      ['/api/v0/computers', computer.id],
      ['/api/v0/api-keys', keyId],
    ] as const
    for (const [path, id] of lists) {
      const list = (key: string) => raw('GET', `${path}?limit=100`, { key })
      expect((await list(member.key)).text).toContain(id)
      for (const key of [another.key, another.token]) expect((await list(key)).text).not.toContain(id)
    }
  })
})

describe('what a member reports', () => {
  it('is the member’s own, whatever user it names', async () => {
    const { acme, client, now } = server()
    const day = new Date(now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const event = { time: `${day}T10:00:00Z`, client: 'web', type: 'session_start', id: randomUUID() } as const
    await client(another.key).telemetry.events({ events: [{ ...event, userEmail: acme.member.email }] })
    await acme.owner.analytics.refresh()
    const { data } = await acme.owner.analytics.users({ startDate: day, endDate: day })
    expect(data.map(({ user_id }) => user_id)).not.toContain(acme.member.userId)
  })
})
