import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestServer, testServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

async function computerId(person = server().acme.owner): Promise<string> {
  return (await person.computers.register({ name: `computer ${randomUUID()}` })).id
}

async function newSession(person = server().acme.owner) {
  return person.sessions.create({ computerId: await computerId(person) })
}

describe('POST /api/v0/sessions', () => {
  it('creates an idle session on the computer', async () => {
    const { owner } = server().acme
    const computer = await computerId()
    const session = await owner.sessions.create({ computerId: computer })
    expect(session).toEqual({
      sessionId: expect.any(String),
      status: 'idle',
      messageCount: 0,
      createdAt: expect.any(Number),
      updatedAt: session.createdAt,
      computerId: computer,
      sessionSettings: {},
      userId: owner.userId,
    })
    expect(Number.isInteger(session.createdAt)).toBe(true)
    expect(await owner.sessions.get({ sessionId: session.sessionId })).toEqual(session)
  })

  it('answers 201', async () => {
    const { key } = server().acme.owner
    const answer = await server().raw('POST', '/api/v0/sessions', { key, json: { computerId: await computerId() } })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  it('creates many at once with few connections to the database', async () => {
    const { acme } = await testServer({ MUSTER_DATABASE_CONNECTIONS: '2' })
    const { id } = await acme.owner.computers.register({ name: 'shared by all' })
    const created = await Promise.all(Array.from({ length: 50 }, () => acme.owner.sessions.create({ computerId: id })))
    expect(new Set(created.map(({ sessionId }) => sessionId)).size).toBe(50)
  })

  it('takes a title', async () => {
    const session = await server().acme.owner.sessions.create({ computerId: await computerId(), title: 'Überblick 🧭' })
    expect(session.title).toBe('Überblick 🧭')
  })

  it('answers 400 without a computerId', async () => {
    const { key } = server().acme.owner
    const { status, json } = await server().raw('POST', '/api/v0/sessions', { key, json: { sessionSettings: {} } })
    expect([status, json.errors]).toEqual([400, [{ path: 'computerId', message: 'is required' }]])
  })

  it.each(['no such computer', '00000000-0000-4000-8000-000000000000'])(
    'answers 404 for the computer %s',
    async (id) => {
      await expect(server().acme.owner.sessions.create({ computerId: id })).rejects.toMatchObject({
        status: 404,
        code: 'computer_not_found',
      })
    },
  )

  it('answers 404 for a computer of another organization', async () => {
    const theirs = await computerId(server().globex.owner)
    await expect(server().acme.owner.sessions.create({ computerId: theirs })).rejects.toMatchObject({ status: 404 })
  })

  it('answers 404 for a computer that was deleted', async () => {
    const { owner } = server().acme
    const id = await computerId()
    await owner.computers.remove({ computerId: id })
    await expect(owner.sessions.create({ computerId: id })).rejects.toMatchObject({ status: 404 })
  })

  it('reaches the computer by its id in any case of letters', async () => {
    const id = await computerId()
    const session = await server().acme.owner.sessions.create({ computerId: id.toUpperCase() })
    expect(session.computerId).toBe(id)
  })
})

describe('GET /api/v0/sessions/{sessionId}', () => {
  it('answers 404 for an invalid id', async () => {
    for (const sessionId of ['x', randomUUID(), '../computers', '💥']) {
      await expect(server().acme.owner.sessions.get({ sessionId })).rejects.toMatchObject({
        status: 404,
        code: 'session_not_found',
      })
    }
  })

  it('finds the session by its id in any case of letters', async () => {
    const session = await newSession()
    const found = await server().acme.owner.sessions.get({ sessionId: session.sessionId.toUpperCase() })
    expect(found).toEqual(session)
  })
})

describe('DELETE /api/v0/sessions/{sessionId}', () => {
  it('answers 204 without a body, and 404 from then on', async () => {
    const { owner } = server().acme
    const { sessionId } = await newSession()
    const { messageId } = await owner.messages.post({ sessionId, text: 'hello' })
    const answer = await server().raw('DELETE', `/api/v0/sessions/${sessionId}`, { key: owner.key })
    expect([answer.status, answer.text]).toEqual([204, ''])

    const gone = { status: 404, code: 'session_not_found' }
    await expect(owner.sessions.get({ sessionId })).rejects.toMatchObject(gone)
    await expect(owner.sessions.update({ sessionId, sessionSettings: {} })).rejects.toMatchObject(gone)
    await expect(owner.sessions.remove({ sessionId })).rejects.toMatchObject(gone)
    await expect(owner.messages.list({ sessionId })).rejects.toMatchObject(gone)
    await expect(owner.messages.get({ sessionId, messageId })).rejects.toMatchObject(gone)
    await expect(owner.messages.post({ sessionId, text: 'hello?' })).rejects.toMatchObject(gone)
  })

  it('takes the session off the list', async () => {
    const { owner } = server().acme
    const [kept, deleted] = [await newSession(), await newSession()]
    await owner.sessions.remove({ sessionId: deleted.sessionId })
    const listed = (await owner.sessions.list({ limit: 100 })).sessions.map(({ sessionId }) => sessionId)
    expect(listed).toContain(kept.sessionId)
    expect(listed).not.toContain(deleted.sessionId)
  })

  it('leaves its computer in place', async () => {
    const { owner } = server().acme
    const { sessionId, computerId: id = '' } = await newSession()
    await owner.sessions.remove({ sessionId })
    expect((await owner.computers.get({ computerId: id })).id).toBe(id)
  })
})

describe('reading sessions from their computer', () => {
  const unknown = '00000000-0000-4000-8000-000000000000'

  it('answers 404 for a computer that is not there', async () => {
    const { owner } = server().acme
    const { sessionId } = await newSession()
    const missing = { status: 404, code: 'computer_not_found' }
    for (const id of [unknown, 'nonsense', await computerId(server().globex.owner)]) {
      await expect(owner.sessions.list({ computerId: id })).rejects.toMatchObject(missing)
      await expect(owner.sessions.get({ sessionId, computerId: id })).rejects.toMatchObject(missing)
      await expect(owner.messages.list({ sessionId, computerId: id })).rejects.toMatchObject(missing)
    }
  })

  it('answers 503 with Retry-After for a computer that is not connected', async () => {
    const { owner } = server().acme
    const { sessionId, computerId: id } = await newSession()
    const { messageId } = await owner.messages.post({ sessionId, text: 'hello' })
    const paths = ['', `/${sessionId}`, `/${sessionId}/messages`, `/${sessionId}/messages/${messageId}`]
    for (const path of paths) {
      const answer = await server().raw('GET', `/api/v0/sessions${path}?computerId=${id}`, { key: owner.key })
      expect([path, answer.status, answer.json.code]).toEqual([path, 503, 'computer_offline'])
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
  })

  it('answers 404 for a session that is not there, whatever the computer', async () => {
    const id = await computerId()
    await expect(server().acme.owner.sessions.get({ sessionId: randomUUID(), computerId: id })).rejects.toMatchObject({
      status: 404,
      code: 'session_not_found',
    })
  })
})
