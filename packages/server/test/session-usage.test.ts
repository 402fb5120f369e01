import { randomUUID } from 'node:crypto'
import type { Update } from '@muster/contract/relay/from-computer'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { creditsAre, useTokens } from './credits-used.ts'
import { assistantText, runningTurn } from './relay-computer.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-10T12:00:00Z' })

const usage = { inputTokens: 100, outputTokens: 20, cacheCreationTokens: 0, cacheReadTokens: 0, thinkingTokens: 0 }

function callOf(name: string) {
  const id = randomUUID()
  const message = (role: 'assistant' | 'tool', content: object) => ({ ...assistantText(''), role, content: [content] })
  return [
    message('assistant', { type: 'tool_use', id, name, input: {} }),
    message('tool', { type: 'tool_result', id: randomUUID(), toolUseId: id, content: 'ok' }),
  ] as Extract<Update, { kind: 'message' }>['message'][]
}

/** A turn that says something, calls two tools and uses 120 tokens, by an agent with a session id of its own. */
async function turn(name: string, agentSessionId?: string, tokens: typeof usage | null = usage) {
  const running = await runningTurn(server(), name)
  const messages = [...callOf('Read'), ...callOf('mcp__tracker__find'), assistantText('Done.')]
  const updates: Update[] = messages.map((message, index) => ({ seq: index + 1, kind: 'message', message }))
  if (tokens) updates.push({ seq: updates.length + 1, kind: 'usage', usage: tokens, model: 'some-model' })
  const end = { seq: updates.length + 1, kind: 'end', outcome: 'completed' } as const
  updates.push({ ...end, ...(agentSessionId && { agentSessionId }) })
  await running.computer.updates(running.turn, updates)
  return running
}

/** The agent's own telemetry of a model call. */
function telemetry(sessionId: string, inputTokens: number) {
  const { member } = server().acme
  const event = { time: server().now(), client: 'terminal-ui' as const, sessionId }
  return member.telemetry.events({
    events: [
      { ...event, type: 'model_call', model: 'some-model', inputTokens, outputTokens: 0 },
      { ...event, type: 'message', role: 'user' },
    ],
  })
}

const used = async () => {
  const { owner, member } = server().acme
  await server().app.services.credits.countDue()
  return (await owner.limits.list({ limit: 100 })).users.find(({ email }) => email === member.email)?.used ?? 0
}

describe('a session on a computer', () => {
  it('counts in credits and in analytics, like the use of any agent', async () => {
    const { owner, member } = server().acme
    await owner.limits.set({ users: [{ email: member.email, limit: 1_000_000 }] })
    await turn('counts')
    await creditsAre(server(), owner, member.email, 120)
    server().advance(24 * 3_600_000)
    await owner.analytics.refresh()
    const range = { startDate: '2026-03-10', endDate: '2026-03-10' }
    const activity = await owner.analytics.activity(range)
    expect(activity.data[0]).toMatchObject({ sessions: 1, messages: 2 })
    const tools = await owner.analytics.tools(range)
    expect(tools.data[0]).toMatchObject({ tool_calls: 2 })
    const tokens = await owner.analytics.tokens(range)
    expect(tokens.data[0]).toMatchObject({ input_tokens: 100, output_tokens: 20, billable_tokens: 120 })
  })

  it('is counted once when the agent’s own telemetry comes after it', async () => {
    const { owner, member } = server().acme
    const before = await used()
    await turn('relay first', 'agent-1')
    await creditsAre(server(), owner, member.email, before + 120)
    expect(await telemetry('agent-1', 500)).toMatchObject({ rejected: [] })
    await useTokens(server(), member, 7)
    await creditsAre(server(), owner, member.email, before + 127)
  })

  it('is counted once when the agent’s own telemetry came before it', async () => {
    const { owner, member } = server().acme
    const before = await used()
    await telemetry('agent-2', 500)
    await creditsAre(server(), owner, member.email, before + 500)
    await turn('telemetry first', 'agent-2')
    await turn('not told otherwise', 'agent-3')
    await creditsAre(server(), owner, member.email, before + 620)
    await telemetry('agent-2', 80)
    await creditsAre(server(), owner, member.email, before + 700)
  })

  it('counts tokens from telemetry if the agent reports none to the relay', async () => {
    const { owner, member } = server().acme
    const before = await used()
    await turn('no tokens', 'agent-4', null)
    await turn('after it', 'agent-5')
    await creditsAre(server(), owner, member.email, before + 120)
    await telemetry('agent-4', 30)
    await creditsAre(server(), owner, member.email, before + 150)
  })
})
