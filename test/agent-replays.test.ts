import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@muster/contract/message'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer, type TestServer, testServer } from '../packages/server/src/testing/test-server.ts'
import { joinedComputer, presetOf } from './joined-computer.ts'

const server = sharedTestServer()
const tests = join(import.meta.dirname, '../packages/computer/test')

/** The preset of an agent, with a program in its place that says what the agent once said. */
function replayed(id: string, conversation: string, waiting: string) {
  const args = [join(tests, 'replay-agent.ts'), join(tests, 'fixtures/replays', `${conversation}.jsonl`), waiting]
  return { ...presetOf(id), command: process.execPath, args }
}

/** A computer whose agent says what it once said, and a session on it. */
async function converse(on: TestServer, id: string, conversation: string, autonomyLevel: 'medium' | 'high') {
  const directory = mkdtempSync(join(tmpdir(), 'muster-replay-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const waiting = join(directory, 'waiting')
  const preset = replayed(id, conversation, waiting)
  const env = { GEMINI_API_KEY: 'x', OPENAI_API_KEY: 'x' }
  const computer = await joinedComputer(on, conversation, { preset, env })
  const { member, computerId } = computer
  const { sessionId } = await member.sessions.create({ computerId, sessionSettings: { autonomyLevel } })
  return { ...computer, sessionId, waiting }
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
    const { member, sessionId, waiting } = await converse(server(), id, conversation, 'high')
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

/** Posts a message, and answers what the agent asks: no to a pull request, yes to all else. */
async function turn({ member, sessionId }: Awaited<ReturnType<typeof converse>>, text: string): Promise<void> {
  await member.messages.post({ sessionId, text })
  const goOn = async () => {
    const { permissions } = await member.sessions.listPermissions({ sessionId })
    for (const { id: permissionId, status, toolCall } of permissions) {
      const decision = JSON.stringify(toolCall).includes('gh pr') ? 'reject' : 'allow'
      if (status === 'pending') await member.sessions.decidePermission({ sessionId, permissionId, decision })
    }
    return (await member.sessions.get({ sessionId })).status
  }
  await expect.poll(goOn).toBe('idle')
}

it('is counted whole: files, lines, a commit, a refusal, tokens and cost of real conversations', async () => {
  const now = new Date()
  const own = await testServer({ MUSTER_NOW: now.toISOString(), MUSTER_RATE_LIMIT: '0' })
  const { owner, member } = own.acme
  for (const [id, conversation] of [
    ['claude', 'claude-agent-acp-commits'],
    ['gemini', 'gemini-cli-commits'],
    ['opencode', 'opencode-commits'],
  ] as const) {
    const talk = await converse(own, id, conversation, 'medium')
    execFileSync('git', ['-C', talk.folder, 'init', '--quiet', '--initial-branch', 'fix'])
    execFileSync('git', ['-C', talk.folder, 'remote', 'add', 'origin', `https://x:secret@example.org/acme/${id}.git`])
    await turn(talk, 'Create and edit a file.')
    await turn(talk, 'Commit it.')
  }

  const today = async () => {
    const { data, month } = await member.organization.myUsage()
    const { user_id, user_email, date, ...row } = data[0] ?? {}
    const { reported_cost, unpriced_tokens } = month
    return { ...row, reported_cost, unpriced_tokens }
  }
  // The last turn is counted within a second or two.
  await expect.poll(async () => (await today()).git_commits).toBe(3)
  expect(await today()).toMatchSnapshot()

  const day = now.toISOString().slice(0, 10)
  own.advance(24 * 3_600_000)
  await owner.analytics.refresh()
  const range = { startDate: day, endDate: day }
  const by = { ...range, group_by: 'agent' } as const
  const rounded = (rows: readonly object[]) =>
    rows.map((row) => {
      const told = Object.entries(row).filter(([field]) => !/date|duration_ms|active_time/.test(field))
      return Object.fromEntries(told.filter(([, value]) => value !== null))
    })
  expect(rounded((await owner.analytics.work(by)).data)).toMatchSnapshot('work')
  expect(rounded((await owner.analytics.costs(by)).data)).toMatchSnapshot('costs')
  expect(rounded((await owner.analytics.costs({ ...range, group_by: 'repository' })).data)).toMatchSnapshot(
    'repositories',
  )
  expect(rounded((await owner.analytics.productivity(range)).data)).toMatchSnapshot('productivity')
  expect(rounded((await owner.analytics.activity(range)).data)).toMatchSnapshot('activity')
})
