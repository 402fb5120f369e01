import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { assistantText, connectComputer, runningTurn } from './relay-computer.ts'

const server = sharedTestServer()

describe('a read that names the computer', () => {
  it('is answered by the computer', async () => {
    const { member, registered, computer, sessionId } = await runningTurn(server(), 'answers')
    const session = { sessionId, status: 'running' as const, messageCount: 7, createdAt: 5, updatedAt: 6 }
    const reading = member.sessions.get({ sessionId, computerId: registered.id })
    const { requestId, question } = await computer.next('ask')
    expect(question).toEqual({ kind: 'session', sessionId })
    computer.send({ type: 'answer', requestId, body: session })
    expect(await reading).toEqual(session)

    const listing = member.sessions.list({ computerId: registered.id })
    const asked = await computer.next('ask')
    const foreign = { ...session, sessionId: randomUUID(), createdAt: 9 }
    computer.send({ type: 'answer', requestId: asked.requestId, body: { sessions: [foreign, session] } })
    expect(await listing).toEqual({ sessions: [session], pagination: { hasMore: false, nextCursor: null } })
  })

  it('pages through the messages that the computer has', async () => {
    const { member, registered, computer, sessionId } = await runningTurn(server(), 'pages')
    const messages = Array.from({ length: 5 }, (_, index) => ({ ...assistantText(`${index}`), updatedAt: 1 }))
    const answers = (async () => {
      for (let page = 0; page < 3; page++) {
        const { requestId } = await computer.next('ask')
        computer.send({ type: 'answer', requestId, body: { messages } })
      }
    })()
    const read = await Array.fromAsync(member.messages.list.items({ sessionId, computerId: registered.id, limit: 2 }))
    await answers
    expect(read.map(({ id }) => id)).toEqual(messages.map(({ id }) => id).reverse())
  })

  it('is 503 while the computer is away, 404 when it has no such thing, 504 when it talks nonsense', async () => {
    const { member, registered, computer, sessionId } = await runningTurn(server(), 'refuses')
    const read = () => member.sessions.get({ sessionId, computerId: registered.id })
    const missing = read()
    computer.send({ type: 'answer', requestId: (await computer.next('ask')).requestId, error: 'session_not_found' })
    await expect(missing).rejects.toMatchObject({ status: 404, code: 'session_not_found' })
    const nonsense = read()
    computer.send({ type: 'answer', requestId: (await computer.next('ask')).requestId, body: { sessionId: 7 } })
    await expect(nonsense).rejects.toMatchObject({ status: 504, code: 'computer_timeout' })
    await computer.close()
    await expect.poll(() => read().catch(({ code }) => code)).toBe('computer_offline')
    await expect(member.sessions.get({ sessionId, computerId: randomUUID() })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a message that is too large for a frame', () => {
  it('is fetched by the computer, and by nobody else', async () => {
    const { member } = server().acme
    const registered = await member.computers.register({ name: 'large' })
    const other = await member.computers.register({ name: 'not large' })
    const computer = await connectComputer(registered)
    const { sessionId } = await member.sessions.create({ computerId: registered.id })
    const text = 'x'.repeat(300_000)
    await member.messages.post({ sessionId, text })
    const { content, contentPath = '' } = await computer.next('prompt')
    expect(content).toBeUndefined()
    const answer = await server().raw('GET', contentPath, { key: registered.credential })
    expect(answer.json.content[0].text).toBe(text)
    expect((await server().raw('GET', contentPath, { key: other.credential })).status).toBe(404)
    for (const key of [member.key, undefined, `${registered.credential}x`]) {
      expect((await server().raw('GET', contentPath, { key })).status).toBe(401)
    }
  })
})
