import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { connectComputer } from './relay-computer.ts'

const server = sharedTestServer()

const newComputer = async (person = server().acme.owner) =>
  (await person.computers.register({ name: `computer ${randomUUID()}` })).id

describe('DELETE /api/v0/computers/{computerId}', () => {
  it('answers 204, then 404, and frees the name', async () => {
    const { owner } = server().acme
    const { id: computerId } = await owner.computers.register({ name: 'short-lived' })
    const answer = await server().raw('DELETE', `/api/v0/computers/${computerId}`, { key: owner.key })
    expect([answer.status, answer.text]).toEqual([204, ''])
    const gone = { status: 404, code: 'computer_not_found' }
    await expect(owner.computers.get({ computerId })).rejects.toMatchObject(gone)
    await expect(owner.computers.getByName({ name: 'short-lived' })).rejects.toMatchObject(gone)
    await expect(owner.computers.update({ computerId, name: 'x' })).rejects.toMatchObject(gone)
    await expect(owner.computers.remove({ computerId })).rejects.toMatchObject(gone)
    expect((await owner.computers.list()).computers.map(({ id }) => id)).not.toContain(computerId)
    expect((await owner.computers.register({ name: 'short-lived' })).id).not.toBe(computerId)
  })

  it('ends the work that waited for it with a system message, and keeps all that was said', async () => {
    const { owner } = server().acme
    const computerId = await newComputer()
    const { sessionId } = await owner.sessions.create({ computerId })
    const posted = [
      await owner.messages.post({ sessionId, text: 'first' }),
      await owner.messages.post({ sessionId, text: 'second' }),
    ]
    server().advance(1000)
    await owner.computers.remove({ computerId })

    const session = await owner.sessions.get({ sessionId })
    expect(session).toMatchObject({ status: 'idle', messageCount: 3, completedAt: session.updatedAt })
    expect(session).not.toHaveProperty('computerId')
    const { messages } = await owner.messages.list({ sessionId, order: 'asc' })
    expect(messages.slice(0, 2).map(({ id }) => id)).toEqual(posted.map(({ messageId }) => messageId))
    expect(messages[2]).toMatchObject({
      role: 'system',
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('deleted'), id: expect.any(String) }],
    })
    const queued = await rowsOf(server().databaseUrl, 'select 1 from message_queue where computer_id = $1', [
      computerId,
    ])
    expect(queued).toEqual([])
  })

  it('leaves idle sessions as they are, only without a computer', async () => {
    const { owner } = server().acme
    const computerId = await newComputer()
    const { computerId: _, ...session } = await owner.sessions.create({ computerId })
    await owner.computers.remove({ computerId })
    expect(await owner.sessions.get(session)).toEqual(session)
  })

  it('lets its sessions go on elsewhere, when a message says where', async () => {
    const { owner } = server().acme
    const computerId = await newComputer()
    const { sessionId } = await owner.sessions.create({ computerId })
    await owner.messages.post({ sessionId, text: 'go' })
    await owner.computers.remove({ computerId })
    await expect(owner.messages.post({ sessionId, text: 'where?' })).rejects.toMatchObject({
      status: 409,
      code: 'session_without_computer',
    })
    const other = await newComputer()
    await owner.messages.post({ sessionId, text: 'there', computerId: other })
    expect(await owner.sessions.get({ sessionId })).toMatchObject({
      status: 'pending',
      computerId: other,
      messageCount: 3,
    })
  })

  it('reaches the sessions of everybody who used it', async () => {
    const { owner, member } = server().acme
    const { id } = await owner.computers.register({ name: 'for all', provider: 'managed' })
    const sessions = await Promise.all([owner, member].map((person) => person.sessions.create({ computerId: id })))
    await member.messages.post({ sessionId: sessions[1]?.sessionId ?? '', text: 'go' })
    await owner.computers.remove({ computerId: id })
    for (const { sessionId } of sessions) {
      expect(await owner.sessions.get({ sessionId })).toMatchObject({ status: 'idle' })
    }
  })

  it('while messages arrive leaves no session waiting for a computer that is gone', async () => {
    const { owner } = server().acme
    const computerId = await newComputer()
    const created = Array.from({ length: 8 }, () => owner.sessions.create({ computerId }))
    const ids = (await Promise.all(created)).map(({ sessionId }) => sessionId)
    const posts = ids.map((sessionId) => owner.messages.post({ sessionId, text: 'go' }))
    const outcomes = await Promise.allSettled([...posts, owner.computers.remove({ computerId })])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.status).toBeOneOf([404, 409])
    }
    for (const sessionId of ids) {
      const session = await owner.sessions.get({ sessionId })
      expect(session.status).toBe('idle')
      const { messages } = await owner.messages.list({ sessionId, limit: 100 })
      expect(messages).toHaveLength(session.messageCount)
    }
    const queued = await rowsOf(server().databaseUrl, 'select 1 from message_queue where computer_id = $1', [
      computerId,
    ])
    expect(queued).toEqual([])
  })
})

describe('a computer whose user was removed', () => {
  it('ends what waits for it, and gets no new work, also when the user is back', async () => {
    const { owner } = server().acme
    const email = 'leaves@example.com'
    const { id: userId } = await owner.users.invite({ email, role: 'member' })
    const leaver = server().client((await owner.apiKeys.create({ name: 'of one who leaves', userId })).key)
    const { id: computerId } = await leaver.computers.register({ name: 'left behind' })
    const { sessionId } = await leaver.sessions.create({ computerId })
    await leaver.messages.post({ sessionId, text: 'go' })
    await owner.users.remove({ userId })

    expect(await owner.sessions.get({ sessionId })).toMatchObject({ status: 'idle', computerId, messageCount: 2 })
    const { messages } = await owner.messages.list({ sessionId })
    expect(messages[0]).toMatchObject({ role: 'system', isError: true })
    expect(JSON.stringify(messages[0])).toContain('The user of the computer left behind was removed')
    expect(await owner.computers.get({ computerId })).toMatchObject({ note: expect.stringContaining('was removed') })
    const refusal = { status: 409, code: 'computer_cut_off' }
    for (let isBack = 0; isBack < 2; isBack++) {
      await expect(owner.messages.post({ sessionId, text: 'again' })).rejects.toMatchObject(refusal)
      await expect(owner.sessions.create({ computerId })).rejects.toMatchObject(refusal)
      await owner.users.invite({ email, role: 'member' }).catch(() => {})
    }
    await owner.messages.post({ sessionId, text: 'there', computerId: await newComputer() })
  })
})

describe('a managed computer that the service does not run', () => {
  it('says that somebody must start it', async () => {
    const { owner } = server().acme
    const registered = await owner.computers.register({ name: 'elsewhere', provider: 'managed' })
    expect(registered.note).toContain('join --credential-file')
    await connectComputer(registered)
    expect(await owner.computers.get({ computerId: registered.id })).not.toHaveProperty('note')
    expect(await owner.computers.register({ name: 'own' })).not.toHaveProperty('note')
  })
})
