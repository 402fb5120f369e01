import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * An agent that keeps a diary: it records every message the moment it gets it, so that a repeated one is found. It
 * takes a little time for each, and writes at the beginning, in between and at the end.
 */
const [diary = ''] = process.argv.slice(2)

const say = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const update = (each: object) => say({ method: 'session/update', params: { sessionId: 's', update: each } })
const text = (words: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } })

async function work(id: unknown, prompt: string): Promise<void> {
  // A new agent gets the earlier conversation before the message.
  const [order = ''] = /work \d+ \d+/.exec(prompt.slice(prompt.lastIndexOf('work '))) ?? []
  appendFileSync(diary, `${order}\n`)
  text(`I begin ${order}.`)
  const call = { toolCallId: `t ${order}`, title: 'Think hard', kind: 'think' }
  update({ sessionUpdate: 'tool_call', ...call, status: 'in_progress' })
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 1500))
  update({ sessionUpdate: 'tool_call_update', toolCallId: call.toolCallId, status: 'completed', rawOutput: 'thought' })
  text(`Done: ${order}.`)
  say({ id, result: { stopReason: 'end_turn' } })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  else if (method === 'session/new') say({ id, result: { sessionId: 's' } })
  else if (method === 'session/prompt') {
    void work(id, params.prompt.map((block: { text?: string }) => block.text ?? '').join('\n'))
  }
})
process.stdin.on('end', () => process.exit(0))
