import { randomUUID } from 'node:crypto'
import type { Session } from '@muster/contract/session'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-05-01T12:00:00Z' })
const hourMs = 3_600_000

/** What owner and member have: two sessions in each hour of a day, every third one with a message that waits. */
let all: readonly Session[] = []

beforeAll(async () => {
  const { owner, member } = server().acme
  for (const person of [owner, member]) {
    const { id } = await person.computers.register({ name: randomUUID() })
    for (let hour = 0; hour < 12; hour++) {
      const { sessionId, createdAt } = await person.sessions.create({ computerId: id })
      if (hour % 3 === 0) await person.messages.post({ sessionId, text: 'wait' })
      await rowsOf(server().databaseUrl, 'update sessions set created_at = $2 where id = $1', [
        sessionId,
        createdAt - hour * hourMs,
      ])
    }
  }
  all = await Array.fromAsync(owner.sessions.list.items({ limit: 100 }))
})

const isoOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString())

describe('GET /api/v0/sessions with filters', () => {
  it('gives what a look at each session would find, on pages of any length', async () => {
    const { owner, manager, member } = server().acme
    const newest = all[0]?.createdAt ?? 0
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
    const time = maybe(fc.integer({ min: -26, max: 2 }).map((halves) => newest + (halves * hourMs) / 2))
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          status: maybe(fc.constantFrom('idle', 'pending', 'running')),
          userId: maybe(fc.constantFrom(owner.userId, member.userId, manager.userId)),
          since: time,
          until: time,
          limit: fc.integer({ min: 1, max: 30 }),
        }),
        async ({ status, userId, since, until, limit }) => {
          const filter = { status, userId, since: isoOf(since), until: isoOf(until) }
          const found = await Array.fromAsync(manager.sessions.list.items({ ...filter, limit }))
          const expected = all.filter(
            (each) =>
              (status === undefined || each.status === status) &&
              (userId === undefined || each.userId === userId) &&
              (since === undefined || each.createdAt >= since) &&
              (until === undefined || each.createdAt < until),
          )
          expect(found).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
    expect(all).toHaveLength(24)
  })

  it('shows a member nothing of others, and another person’s id finds nothing', async () => {
    const { owner, member }: Record<'owner' | 'member', Person> = server().acme
    const own = all.filter(({ userId }) => userId === member.userId)
    expect(await Array.fromAsync(member.sessions.list.items({ userId: member.userId }))).toEqual(own)
    for (const userId of [owner.userId, randomUUID(), 'nobody']) {
      expect((await member.sessions.list({ userId })).sessions).toEqual([])
    }
    expect((await owner.sessions.list({ userId: 'nobody' })).sessions).toEqual([])
  })

  it('refuses a status or time that there is not, and filters beside computerId, by their names', async () => {
    const { owner } = server().acme
    const computerId = all[0]?.computerId ?? ''
    const refused = async (query: string) => {
      const { status, json } = await server().raw('GET', `/api/v0/sessions?${query}`, { key: owner.key })
      return [status, (json.errors as { path: string }[] | undefined)?.map(({ path }) => path)]
    }
    expect(await refused('status=asleep')).toEqual([400, ['status']])
    expect(await refused('since=yesterday')).toEqual([400, ['since']])
    expect(await refused(`computerId=${computerId}&status=idle&until=2026-01-01T00:00:00Z`)).toEqual([
      400,
      ['status', 'until'],
    ])
  })
})
