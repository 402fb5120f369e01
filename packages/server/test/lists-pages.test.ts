import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Person, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

// The clock stands still unless a test moves it, so that many rows carry the very same time.
const server = sharedTestServer({ MUSTER_NOW: '2026-05-01T12:00:00Z' })

const newComputer = async (person: Person) =>
  (await person.computers.register({ name: randomUUID(), provider: 'byom' })).id

/** A member of its own for each run, so that its list holds exactly the rows of that run. */
async function newMember(): Promise<Person> {
  const { owner } = server().acme
  const user = await owner.users.invite({ email: `${randomUUID()}@acme.test`, role: 'member' })
  const { key } = await owner.apiKeys.create({ name: 'test', userId: user.id })
  return Object.assign(server().client(key), { key, email: user.email, userId: user.id })
}

interface Page<Row> {
  rows: Row[]
  pagination: { hasMore: boolean; nextCursor: string | null }
}

/** Walks the pages by hand, and checks the shape of each. */
async function walk<Row>(limit: number, fetchPage: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, pagination } = await fetchPage(cursor)
    all.push(...rows)
    if (!pagination.hasMore) {
      expect(pagination.nextCursor).toBeNull()
      expect(rows.length).toBeLessThanOrEqual(limit)
      if (cursor !== undefined) expect(rows, 'a page was promised that has no rows').not.toEqual([])
      return all
    }
    expect(rows).toHaveLength(limit)
    cursor = pagination.nextCursor ?? undefined
  }
}

const sessionsOf = (person: Person, limit: number) =>
  walk(limit, async (cursor) => {
    const { sessions, pagination } = await person.sessions.list({ limit, cursor })
    return { rows: sessions, pagination }
  })

/** How far the clock moves before each row: mostly not at all. */
const pauses = (maxLength: number) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }), { maxLength })

describe('walking the pages', () => {
  it('of sessions gives every session once, newest first, ties by id', async () => {
    // Ids grow with time. Rows are given other times beside the service, so that neither can stand in for the other.
    const offsets = fc.array(fc.nat(3), { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(offsets, fc.integer({ min: 1, max: 12 }), async (offsetsMs, limit) => {
        const person = await newMember()
        const computerId = await newComputer(person)
        const created: { createdAt: number; sessionId: string }[] = []
        for (const offsetMs of offsetsMs) {
          const { sessionId, createdAt } = await person.sessions.create({ computerId })
          created.push({ sessionId, createdAt: createdAt - offsetMs })
        }
        await rowsOf(
          server().databaseUrl,
          `update sessions set created_at = wanted.time
           from unnest($1::uuid[], $2::bigint[]) as wanted (id, time) where sessions.id = wanted.id`,
          [created.map(({ sessionId }) => sessionId), created.map(({ createdAt }) => createdAt)],
        )
        const expected = created.toSorted((a, b) => b.createdAt - a.createdAt || (a.sessionId < b.sessionId ? 1 : -1))
        const ids = expected.map(({ sessionId }) => sessionId)
        expect((await sessionsOf(person, limit)).map(({ sessionId }) => sessionId)).toEqual(ids)
        const items = await Array.fromAsync(person.sessions.list.items({ limit }))
        expect(items.map(({ sessionId }) => sessionId)).toEqual(ids)
      }),
      {
        numRuns: 15,
        seed: 42,
        examples: [
          [[], 1],
          [[0, 0, 0, 0, 0, 0], 3],
          [[1, 0, 0, 1, 0, 1, 1], 1],
          [[0], 1],
        ],
      },
    )
  })

  it('of messages gives every message once, in both orders', async () => {
    const { owner } = server().acme
    const computerId = await newComputer(owner)
    await fc.assert(
      fc.asyncProperty(pauses(20), fc.integer({ min: 1, max: 9 }), async (pausesMs, limit) => {
        const { sessionId } = await owner.sessions.create({ computerId })
        const posted: string[] = []
        for (const [index, pauseMs] of pausesMs.entries()) {
          server().advance(pauseMs)
          posted.push((await owner.messages.post({ sessionId, text: `${index}` })).messageId)
        }
        const idsBy = async (order: 'asc' | 'desc') => {
          const messages = await walk(limit, async (cursor) => {
            const page = await owner.messages.list({ sessionId, limit, cursor, order })
            return { rows: page.messages, pagination: page.pagination }
          })
          return messages.map(({ id }) => id)
        }
        expect(await idsBy('asc')).toEqual(posted)
        expect(await idsBy('desc')).toEqual(posted.toReversed())
      }),
      {
        numRuns: 15,
        seed: 43,
        examples: [
          [[], 1],
          [Array(6).fill(0), 3],
        ],
      },
    )
  })

  it('of users gives every user once, oldest first', async () => {
    const { owner } = server().globex
    for (let index = 0; index < 12; index++) {
      server().advance(index % 4 === 0 ? 1 : 0)
      await owner.users.invite({ email: `${index}@globex.test`, role: 'member' })
    }
    const all = (await owner.users.list({ limit: 100 })).users
    expect(all).toHaveLength(16)
    const key = ({ createdAt, id }: { createdAt: string; id: string }) => `${createdAt} ${id}`
    expect(all.map(key)).toEqual(all.map(key).toSorted())
    for (const limit of [1, 3, 4, 5, 16, 17]) {
      const walked = await walk(limit, async (cursor) => {
        const { users, pagination } = await owner.users.list({ limit, cursor })
        return { rows: users, pagination }
      })
      expect(walked).toEqual(all)
    }
  })
})

describe('pages', () => {
  it('stay as they were while rows are added in front', async () => {
    const person = await newMember()
    const computerId = await newComputer(person)
    const before: string[] = []
    for (let index = 0; index < 9; index++) before.unshift((await person.sessions.create({ computerId })).sessionId)
    const walked: string[] = []
    let cursor: string | undefined
    do {
      const { sessions, pagination } = await person.sessions.list({ limit: 2, cursor })
      walked.push(...sessions.map(({ sessionId }) => sessionId))
      cursor = pagination.nextCursor ?? undefined
      server().advance(1)
      await person.sessions.create({ computerId })
    } while (cursor)
    expect(walked.toSorted()).toEqual(before.toSorted())
  })

  it('continue after a deleted row', async () => {
    const person = await newMember()
    const computerId = await newComputer(person)
    for (let index = 0; index < 6; index++) {
      server().advance(1)
      await person.sessions.create({ computerId })
    }
    const all = await sessionsOf(person, 100)
    const { pagination } = await person.sessions.list({ limit: 3 })
    for (const { sessionId } of all.slice(2, 4)) await person.sessions.remove({ sessionId })
    const { sessions } = await person.sessions.list({ limit: 3, cursor: pagination.nextCursor ?? undefined })
    expect(sessions).toEqual(all.slice(4))
  })

  it('of messages grow at the end when they are read oldest first', async () => {
    const { owner } = server().acme
    const { sessionId } = await owner.sessions.create({ computerId: await newComputer(owner) })
    for (const text of ['1', '2', '3']) await owner.messages.post({ sessionId, text })
    const { pagination } = await owner.messages.list({ sessionId, limit: 2, order: 'asc' })
    await owner.messages.post({ sessionId, text: '4' })
    const next = { sessionId, limit: 2, order: 'asc' as const, cursor: pagination.nextCursor ?? undefined }
    const { messages } = await owner.messages.list(next)
    expect(messages.map(({ content }) => content[0])).toMatchObject([{ text: '3' }, { text: '4' }])
  })
})
