import { expect, it } from 'vitest'
import { Peer } from '../acp/peer.ts'
import { preamble } from '../acp/preamble.ts'
import { DemoAgent } from './demo-agent.ts'

it('does what the message says, and not again what was said before it', async () => {
  const lines: string[] = []
  const peer = new Peer({ write: (line) => lines.push(line), onNotification: () => {}, onRequest: () => undefined })
  const agent = new DemoAgent(peer)
  const { sessionId } = (await agent.answer('session/new', { cwd: '/' })) as { sessionId: string }
  const before = preamble([{ role: 'user', content: [{ type: 'text', id: 'x', text: 'think\nsay Old words.' }] }])
  const prompt = [before, 'say New words.'].map((text) => ({ type: 'text', text }))
  await agent.answer('session/prompt', { sessionId, prompt })
  expect(lines.join()).toContain('New')
  expect(lines.join()).not.toContain('Old')
})
