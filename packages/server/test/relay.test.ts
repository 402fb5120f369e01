import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { assistantText, connectComputer } from './relay-computer.ts'

const server = sharedTestServer()

describe('a session on a computer', () => {
  it('runs from the message to the answer', async () => {
    const { member } = server().acme
    const registered = await member.computers.register({ name: 'runs' })
    expect(registered.status).toBe('provisioning')
    const computer = await connectComputer(registered)
    expect(await member.computers.get({ computerId: registered.id })).toMatchObject({ status: 'active' })

    const { sessionId } = await member.sessions.create({ computerId: registered.id })
    const { messageId, status } = await member.messages.post({ sessionId, text: 'Fix the failing test.' })
    expect(status).toBe('pending')
    const prompt = await computer.next('prompt')
    expect(prompt).toMatchObject({ sessionId, turnId: messageId, earlierTurns: 0 })
    expect(prompt.content?.[0]).toMatchObject({ type: 'text', text: 'Fix the failing test.' })
    expect(await member.sessions.get({ sessionId })).not.toHaveProperty('statusReason')

    computer.send({ type: 'taken', sessionId, turnId: messageId })
    expect(await computer.next('go')).toMatchObject({ sessionId, turnId: messageId })
    const running = await member.sessions.get({ sessionId })
    expect(running.status).toBe('running')
    expect(running).not.toHaveProperty('statusReason')

    const answer = assistantText('It is fixed.')
    const usage = { inputTokens: 10, outputTokens: 5, cacheCreationTokens: 0, cacheReadTokens: 2, thinkingTokens: 1 }
    expect(
      await computer.updates(prompt, [
        { seq: 1, kind: 'title', title: 'The failing test' },
        { seq: 2, kind: 'message', message: answer },
        { seq: 3, kind: 'usage', usage },
      ]),
    ).toMatchObject({ seq: 3 })
    expect(await member.sessions.get({ sessionId })).toMatchObject({
      status: 'running',
      messageCount: 2,
      title: 'The failing test',
      sessionSettings: { tokenUsage: usage },
    })
    await computer.updates(prompt, [{ seq: 4, kind: 'end', outcome: 'completed' }])
    const ended = await member.sessions.get({ sessionId })
    expect(ended).toMatchObject({ status: 'idle', messageCount: 2, sessionSettings: { tokenUsage: usage } })
    expect(ended.completedAt).toBeGreaterThanOrEqual(ended.createdAt)
    const { messages } = await member.messages.list({ sessionId })
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user'])
    expect(messages[0]).toMatchObject({ id: answer.id, content: answer.content, isUserVisible: true })
  })

  it('gets the welcome first, even if work waits for it', async () => {
    const { member } = server().acme
    for (let round = 0; round < 20; round++) {
      const registered = await member.computers.register({ name: `welcome ${round}` })
      const { sessionId } = await member.sessions.create({ computerId: registered.id })
      await member.messages.post({ sessionId, text: 'Go.' })
      const computer = await connectComputer(registered)
      await computer.next('prompt')
      expect(computer.frames.map(({ type }) => type)).toEqual(['welcome', 'prompt'])
    }
  })
})
