import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@muster/contract/message'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../packages/server/src/testing/test-server.ts'
import { joinedComputer, presetOf } from './joined-computer.ts'

const server = sharedTestServer()
const tests = join(import.meta.dirname, '../packages/computer/test')

/** The preset of an agent, with a program in its place that says what the agent once said. */
function replayed(id: string, conversation: string, waiting: string) {
  const args = [join(tests, 'replay-agent.ts'), join(tests, 'fixtures/replays', `${conversation}.jsonl`), waiting]
  return { ...presetOf(id), command: process.execPath, args }
}

/** Each message in a line. */
function lineOf({ role, content, isError }: Message): string {
  const parts = content.map((block) => {
    if (block.type === 'text') return block.text
    if (block.type === 'thinking') return `(${block.thinking})`
    if (block.type === 'tool_use') return `[${block.name} ${JSON.stringify(block.input)}]`
    return block.type === 'tool_result' ? `${block.isError ? 'failed: ' : ''}${String(block.content)}` : block.type
  })
  return `${role}${isError ? ' error' : ''}: ${parts.join(' ')}`
}

describe.each([
  { id: 'claude', conversation: 'claude-agent-acp' },
  { id: 'codex', conversation: 'codex-acp' },
  { id: 'gemini', conversation: 'gemini-cli' },
  { id: 'qwen', conversation: 'qwen-code' },
  { id: 'opencode', conversation: 'opencode' },
  { id: 'copilot', conversation: 'copilot' },
])('what $id said in a real conversation', ({ id, conversation }) => {
  it('comes out as messages, with its tools, its usage and its title; and its interruption as one', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'muster-replay-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const waiting = join(directory, 'waiting')
    const preset = replayed(id, conversation, waiting)
    const env = { GEMINI_API_KEY: 'x', OPENAI_API_KEY: 'x' }
    const { member, computerId } = await joinedComputer(server(), conversation, { preset, env })
    const { sessionId } = await member.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'high' } })
    const messages = () => Array.fromAsync(member.messages.list.items({ sessionId, order: 'asc' }))

    await member.messages.post({ sessionId, text: 'Please do it.' })
    const done = await member.sessions.get({ sessionId, wait: '60' })
    expect(done).toMatchObject({ status: 'idle' })
    const first = await messages()
    const { title, sessionSettings } = done
    expect({ title, tokenUsage: sessionSettings?.tokenUsage, messages: first.map(lineOf) }).toMatchSnapshot()
    const calls = first.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? block.id : [])),
    )
    const answers = first.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' ? block.toolUseId : [])),
    )
    expect(answers.toSorted()).toEqual(calls.toSorted())

    await member.messages.post({ sessionId, text: 'Wait.' })
    await expect.poll(() => existsSync(waiting)).toBe(true)
    await member.sessions.interrupt({ sessionId })
    expect(await member.sessions.get({ sessionId, wait: '60' })).toMatchObject({ status: 'idle' })
    expect((await messages()).slice(first.length).map(lineOf)).toMatchSnapshot()
  })
})
