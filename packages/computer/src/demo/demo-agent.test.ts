import { expect, it } from 'vitest'
import { Peer } from '../acp/peer.ts'
import { preamble } from '../acp/preamble.ts'
import { DemoAgent } from './demo-agent.ts'

function begin() {
  const lines: string[] = []
  const peer = new Peer({ write: (line) => lines.push(line), onNotification: () => {}, onRequest: () => undefined })
  return { lines, agent: new DemoAgent(peer) }
}

it('does what the message says, and does not repeat earlier messages', async () => {
  const { lines, agent } = begin()
  const { sessionId } = (await agent.answer('session/new', { cwd: '/' })) as { sessionId: string }
  const before = preamble([{ role: 'user', content: [{ type: 'text', id: 'x', text: 'think\nsay Old words.' }] }])
  const prompt = [before, 'say New words.'].map((text) => ({ type: 'text', text }))
  await agent.answer('session/prompt', { sessionId, prompt })
  expect(lines.join()).toContain('New')
  expect(lines.join()).not.toContain('Old')
})

it('does not say that it waited when it was stopped', async () => {
  const { lines, agent } = begin()
  const { sessionId } = (await agent.answer('session/new', { cwd: '/' })) as { sessionId: string }
  const answer = agent.answer('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'wait 600' }] })
  agent.cancel(sessionId)
  expect(await answer).toMatchObject({ stopReason: 'cancelled' })
  expect(lines.join()).not.toContain('waited')
})
