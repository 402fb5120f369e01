import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)
let computerId: string

beforeAll(async () => {
  computerId = (await server().acme.owner.computers.register({ name: 'workshop' })).id
})

const newSession = async () => (await server().acme.owner.sessions.create({ computerId })).sessionId

const post = (sessionId: string, json: unknown) =>
  server().raw('POST', `/api/v0/sessions/${sessionId}/messages`, { key: server().acme.owner.key, json })

describe('POST /api/v0/sessions/{sessionId}/messages', () => {
  it('answers 200 with the id of the message and the status of the session', async () => {
    const answer = await post(await newSession(), { text: 'hello' })
    expect([answer.status, answer.json]).toEqual([200, { messageId: expect.any(String), status: 'pending' }])
  })

  it('makes the session pending and counts the message', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    for (const messageCount of [1, 2, 3]) {
      server().advance(10)
      const { status } = await owner.messages.post({ sessionId, text: 'go' })
      const session = await owner.sessions.get({ sessionId })
      expect(session).toMatchObject({ status: 'pending', messageCount })
      expect(status).toBe(session.status)
      expect(session.updatedAt).toBeGreaterThan(session.createdAt)
      expect(session).not.toHaveProperty('completedAt')
    }
  })

  it('refuses a session in the archive, until it is taken out again', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    await owner.sessions.update({ sessionId, sessionSettings: { archivedAt: '2026-11-15T10:00:00Z' } })
    const refused = await post(sessionId, { text: 'hello' })
    expect([refused.status, refused.json.code]).toEqual([409, 'session_archived'])
    expect(await owner.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 0 })
    await owner.sessions.update({ sessionId, sessionSettings: { archivedAt: null } })
    expect((await post(sessionId, { text: 'hello' })).status).toBe(200)
  })

  it('leaves a running session running', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    await rowsOf(server().databaseUrl, `update sessions set status = 'running' where id = $1`, [sessionId])
    expect((await owner.messages.post({ sessionId, text: 'and then' })).status).toBe('running')
    expect(await owner.sessions.get({ sessionId })).toMatchObject({ status: 'running', messageCount: 1 })
  })

  it('stores a message that every later read sees, on any node', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    const other = (await secondNode(server())).client(owner.key)
    for (const text of [
      'one',
      'two\nlines',
      ' spaces stay ',
      '🧑‍🚀 \u{10ffff} e\u0301 \t\u2028 "quoted" \\ </script>',
    ]) {
      const { messageId } = await owner.messages.post({ sessionId, text })
      for (const reader of [owner, other]) {
        const message = await reader.messages.get({ sessionId, messageId })
        expect(message).toEqual({
          id: messageId,
          role: 'user',
          content: [{ type: 'text', text, id: expect.any(String) }],
          createdAt: expect.any(Number),
          updatedAt: message.createdAt,
          visibility: 'both',
          isUserVisible: true,
        })
        expect((await reader.messages.list({ sessionId, limit: 1 })).messages).toEqual([message])
      }
    }
  })

  it('takes a text of a million characters', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    const text = 'é'.repeat(1_000_000)
    const { messageId } = await owner.messages.post({ sessionId, text })
    const [block] = (await owner.messages.get({ sessionId, messageId })).content
    expect(block?.type === 'text' && block.text === text).toBe(true)
    expect((await post(sessionId, { text: `${text}!` })).status).toBe(400)
  })

  it.each<[string, unknown, string]>([
    ['no text', {}, 'text'],
    ['a text of null', { text: null }, 'text'],
    ['a number', { text: 1 }, 'text'],
    ['nothing to say', { text: ' \n\t ' }, 'text'],
    ['an unknown field', { text: 'x', role: 'system' }, 'role'],
    ['images that are no list', { text: 'x', images: {} }, 'images'],
    ['an empty computerId', { text: 'x', computerId: '' }, 'computerId'],
  ])('answers 400 for %s, and stores nothing', async (_, body, path) => {
    const sessionId = await newSession()
    const { status, json } = await post(sessionId, body)
    expect([status, json.errors?.[0]?.path]).toEqual([400, path])
    expect(await server().acme.owner.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 0 })
  })

  it('answers 404 for a session that is not there', async () => {
    for (const id of [randomUUID(), 'nonsense']) {
      const { status, json } = await post(id, { text: 'x' })
      expect([status, json.code]).toEqual([404, 'session_not_found'])
    }
  })
})

describe('the title of a session', () => {
  it('is the first line of its first message', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    await owner.messages.post({ sessionId, text: '\n  Fix the login  \r\nIt breaks on Mondays.' })
    expect((await owner.sessions.get({ sessionId })).title).toBe('Fix the login')
    await owner.messages.post({ sessionId, text: 'Something else' })
    expect((await owner.sessions.get({ sessionId })).title).toBe('Fix the login')
  })

  it('is shortened between characters, never inside of one', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    await owner.messages.post({ sessionId, text: '😀'.repeat(500) })
    const { title = '' } = await owner.sessions.get({ sessionId })
    expect(title.isWellFormed()).toBe(true)
    expect(title).toMatch(/^(😀)+…$/u)
    expect([...title].length).toBeLessThanOrEqual(200)
  })

  it('stays if it was given', async () => {
    const { owner } = server().acme
    const { sessionId } = await owner.sessions.create({ computerId, title: 'Given' })
    await owner.messages.post({ sessionId, text: 'Said' })
    expect((await owner.sessions.get({ sessionId })).title).toBe('Given')
  })
})

describe('GET /api/v0/sessions/{sessionId}/messages', () => {
  it('lists newest first, or oldest first when asked', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    const posted: string[] = []
    for (const text of ['a', 'b', 'c', 'd', 'e'])
      posted.push((await owner.messages.post({ sessionId, text })).messageId)
    const ids = async (order?: 'asc' | 'desc', limit = 100) =>
      (await Array.fromAsync(owner.messages.list.items({ sessionId, order, limit }))).map(({ id }) => id)
    for (const limit of [1, 2, 5, 100]) {
      expect(await ids(undefined, limit)).toEqual(posted.toReversed())
      expect(await ids('desc', limit)).toEqual(posted.toReversed())
      expect(await ids('asc', limit)).toEqual(posted)
    }
  })

  it('filters by role, also across pages', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    for (let index = 0; index < 9; index++) await owner.messages.post({ sessionId, text: `message ${index}` })
    // No computer is connected in this test, so the roles of its answers are set beside the service.
    await rowsOf(
      server().databaseUrl,
      `update messages set role = (array['user', 'assistant', 'tool'])[1 + seq % 3] where session_id = $1`,
      [sessionId],
    )
    for (const role of ['user', 'assistant', 'tool'] as const) {
      const found = await Array.fromAsync(owner.messages.list.items({ sessionId, role, limit: 2 }))
      expect(found.map((message) => message.role)).toEqual([role, role, role])
    }
    expect((await owner.messages.list({ sessionId })).messages).toHaveLength(9)
  })

  it.each(['role=system', 'role=USER', 'role=', 'order=up', 'role=user&role=tool'])(
    'answers 400 for %s',
    async (query) => {
      const path = `/api/v0/sessions/${await newSession()}/messages?${query}`
      const answer = await server().raw('GET', path, { key: server().acme.owner.key })
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request'])
    },
  )

  it('is an empty page for a session without messages', async () => {
    const page = await server().acme.owner.messages.list({ sessionId: await newSession() })
    expect(page).toEqual({ messages: [], pagination: { hasMore: false, nextCursor: null } })
  })
})

describe('GET /api/v0/sessions/{sessionId}/messages/{messageId}', () => {
  it('answers 404 for a message of another session, and for an id that is none', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    const { messageId } = await owner.messages.post({ sessionId: await newSession(), text: 'elsewhere' })
    for (const id of [messageId, randomUUID(), 'nonsense']) {
      await expect(owner.messages.get({ sessionId, messageId: id })).rejects.toMatchObject({
        status: 404,
        code: 'message_not_found',
      })
    }
  })
})
