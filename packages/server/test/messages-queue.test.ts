import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newPeople, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)

const newComputer = async (person = server().acme.owner) =>
  (await person.computers.register({ name: `computer ${randomUUID()}` })).id

async function newSession(person = server().acme.owner) {
  const computerId = await newComputer(person)
  return { computerId, sessionId: (await person.sessions.create({ computerId })).sessionId }
}

describe('many messages at once', () => {
  it('are all stored, counted, and in one order', async () => {
    const { owner } = server().acme
    const { sessionId, computerId } = await newSession()
    const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`)
    const answers = await Promise.all(texts.map((text) => owner.messages.post({ sessionId, text })))

    expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(50)
    expect(await owner.sessions.get({ sessionId })).toMatchObject({ messageCount: 50, status: 'pending', computerId })
    const oldestFirst = await Array.fromAsync(owner.messages.list.items({ sessionId, order: 'asc', limit: 7 }))
    const newestFirst = await Array.fromAsync(owner.messages.list.items({ sessionId, limit: 11 }))
    expect(newestFirst).toEqual(oldestFirst.toReversed())
    expect(oldestFirst.map(textOf).toSorted()).toEqual(texts.toSorted())
    const times = oldestFirst.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted((a, b) => a - b))

    const queue = await rowsOf(
      server().databaseUrl,
      'select message_id from message_queue where session_id = $1 order by id',
      [sessionId],
    )
    expect(queue.map(({ message_id }) => message_id)).toEqual(oldestFirst.map(({ id }) => id))
  })

  it('may be a thousand: each is stored, or refused with a time to come back', async () => {
    const { owner } = server().acme
    const { sessionId } = await newSession()
    const key = owner.key
    const post = (text: string) =>
      server().raw('POST', `/api/v0/sessions/${sessionId}/messages`, { key, json: { text } })
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => post(`message ${index}`)))
    const kept = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(kept.length).toBeGreaterThan(0)
    for (const { status, headers } of refused) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await owner.sessions.get({ sessionId })).toMatchObject({ messageCount: kept.length })
  })

  it('of one writer keep the order in which they were answered', async () => {
    const { owner } = server().acme
    const sessions = [await newSession(), await newSession(), await newSession()]
    await Promise.all(
      sessions.map(async ({ sessionId }) => {
        const posted: string[] = []
        for (let index = 0; index < 10; index++) {
          posted.push((await owner.messages.post({ sessionId, text: `${index}` })).messageId)
        }
        const { messages } = await owner.messages.list({ sessionId, order: 'asc', limit: 100 })
        expect(messages.map(({ id }) => id)).toEqual(posted)
      }),
    )
  })

  it('and changes of the settings do not get into each other’s way', async () => {
    const { owner } = server().acme
    const { sessionId } = await newSession()
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => owner.messages.post({ sessionId, text: `${index}` })),
      ...Array.from({ length: 10 }, (_, index) =>
        owner.sessions.update({ sessionId, sessionSettings: { enabledToolIds: [`${index}`] } }),
      ),
      owner.sessions.update({ sessionId, sessionSettings: { model: 'm' } }),
    ])
    const session = await owner.sessions.get({ sessionId })
    expect(session).toMatchObject({ messageCount: 10, status: 'pending', sessionSettings: { model: 'm' } })
    expect(session.sessionSettings?.enabledToolIds).toHaveLength(1)
  })

  it('and a deletion end with either all or nothing', async () => {
    const { owner } = server().acme
    const { sessionId } = await newSession()
    const posts = Array.from({ length: 20 }, (_, index) => owner.messages.post({ sessionId, text: `${index}` }))
    const outcomes = await Promise.allSettled([...posts, owner.sessions.remove({ sessionId })])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 404 })
    }
    await expect(owner.sessions.get({ sessionId })).rejects.toMatchObject({ status: 404 })
    for (const table of ['messages', 'message_queue']) {
      const rows = await rowsOf(server().databaseUrl, `select 1 from ${table} where session_id = $1`, [sessionId])
      expect(rows).toEqual([])
    }
  })
})

describe('the computerId of a message', () => {
  it('moves an idle session, for this and later turns', async () => {
    const { owner } = server().acme
    const { sessionId } = await newSession()
    const other = await newComputer()
    await owner.messages.post({ sessionId, text: 'there', computerId: other })
    expect(await owner.sessions.get({ sessionId })).toMatchObject({ computerId: other, status: 'pending' })
    await owner.messages.post({ sessionId, text: 'and again' })
    const queue = await rowsOf(server().databaseUrl, 'select computer_id from message_queue where session_id = $1', [
      sessionId,
    ])
    expect(queue.map(({ computer_id }) => computer_id)).toEqual([other, other])
  })

  it('answers 409 when the session is busy, and changes nothing', async () => {
    const { owner } = server().acme
    const { sessionId, computerId } = await newSession()
    const other = await newComputer()
    await owner.messages.post({ sessionId, text: 'first' })
    for (const status of ['pending', 'running']) {
      await rowsOf(server().databaseUrl, 'update sessions set status = $2 where id = $1', [sessionId, status])
      await expect(owner.messages.post({ sessionId, text: 'move', computerId: other })).rejects.toMatchObject({
        status: 409,
        code: 'session_busy',
      })
      expect(await owner.sessions.get({ sessionId })).toMatchObject({ computerId, messageCount: 1, status })
    }
  })

  it('may be the session’s own, in any case of letters, also when it is busy', async () => {
    const { owner } = server().acme
    const { sessionId, computerId } = await newSession()
    await owner.messages.post({ sessionId, text: 'first' })
    await owner.messages.post({ sessionId, text: 'second', computerId })
    await owner.messages.post({ sessionId, text: 'third', computerId: computerId.toUpperCase() })
    expect(await owner.sessions.get({ sessionId })).toMatchObject({ computerId, messageCount: 3 })
  })

  it('lets one of two moves at once win', async () => {
    const { owner } = server().acme
    const { sessionId } = await newSession()
    const [left, right] = [await newComputer(), await newComputer()]
    const outcomes = await Promise.allSettled([
      owner.messages.post({ sessionId, text: 'left', computerId: left }),
      owner.messages.post({ sessionId, text: 'right', computerId: right }),
    ])
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled')
    expect(outcomes[1 - won]).toMatchObject({ status: 'rejected', reason: { code: 'session_busy' } })
    expect(await owner.sessions.get({ sessionId })).toMatchObject({ messageCount: 1, computerId: [left, right][won] })
  })

  it('answers 404 for one that is not there for the caller', async () => {
    const { owner, member } = server().acme
    const { sessionId, computerId } = await newSession(member)
    const unseen = [randomUUID(), 'nonsense', await newComputer(server().globex.owner), await newComputer(owner)]
    for (const id of unseen) {
      await expect(member.messages.post({ sessionId, text: 'x', computerId: id })).rejects.toMatchObject({
        status: 404,
        code: 'computer_not_found',
      })
    }
    expect(await member.sessions.get({ sessionId })).toMatchObject({ computerId, messageCount: 0, status: 'idle' })
  })

  const states: readonly [state: string, statement: string, refusal: object][] = [
    ['pending', `update sessions set status = 'pending' where id = $1`, { code: 'session_busy' }],
    ['running', `update sessions set status = 'running' where id = $1`, { code: 'session_busy' }],
    ['archived', `update sessions set settings = '{"archivedAt":1}' where id = $1`, { code: 'session_archived' }],
    [
      'of somebody without credits',
      `insert into credit_limits (organization_id, user_id, credits) select organization_id, user_id, 0 from sessions where id = $1`,
      { status: 402 },
    ],
  ]

  it.each(states)(
    'is looked for before it is judged whether a session that is %s takes a message now',
    async (_state, statement, refusal) => {
      const { member } = await newPeople(server(), 'order')
      const { sessionId } = await newSession(member)
      const there = await newComputer(member)
      const post = (computerId: string) => member.messages.post({ sessionId, text: 'x', computerId })
      // Now the service knows the caller and the session, and would store the next message with one statement.
      await member.messages.post({ sessionId, text: 'first' })
      await rowsOf(server().databaseUrl, `update sessions set status = 'idle' where id = $1`, [sessionId])
      await rowsOf(server().databaseUrl, statement, [sessionId])
      const node = await secondNode(server())
      const elsewhere = node.client(member.key).messages
      for (const unseen of [randomUUID(), 'nonsense', await newComputer(server().globex.owner)]) {
        const wanted = { sessionId, text: 'x', computerId: unseen }
        for (const messages of [member.messages, elsewhere]) {
          await expect(messages.post(wanted)).rejects.toMatchObject({ status: 404, code: 'computer_not_found' })
        }
      }
      await expect(post(there)).rejects.toMatchObject(refusal)
    },
  )
})

function textOf({ content }: { content: readonly { type: string; text?: string }[] }): string | undefined {
  return content[0]?.text
}
