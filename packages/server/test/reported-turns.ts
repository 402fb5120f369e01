import { randomUUID } from 'node:crypto'
import type { Update } from '@muster/contract/relay/from-computer'
import { newPeople, type People, type TestServer } from '../src/testing/test-server.ts'
import { creditsAre } from './credits-used.ts'
import { assistantText, runningTurn } from './relay-computer.ts'

/** What a turn uses if nothing else is told. */
export const usage = {
  inputTokens: 100,
  outputTokens: 20,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
  thinkingTokens: 0,
}

type MessageUpdate = Extract<Update, { kind: 'message' }>['message']

/** Its member has credits. */
async function organization(server: TestServer) {
  const people = await newPeople(server, 'org')
  await people.owner.limits.set({ users: [{ email: people.member.email, limit: 1_000_000 }] })
  return people
}

function callOf(name: string, id: string, isError: boolean) {
  const message = (role: 'assistant' | 'tool', content: object) => ({ ...assistantText(''), role, content: [content] })
  return [
    message('assistant', { type: 'tool_use', id, name, input: {} }),
    message('tool', {
      type: 'tool_result',
      id: randomUUID(),
      toolUseId: id,
      content: 'x',
      ...(isError && { isError }),
    }),
  ] as MessageUpdate[]
}

interface Told {
  readonly agentSessionId?: string
  readonly usage?: Omit<Extract<Update, { kind: 'usage' }>, 'seq' | 'kind'> | null
  readonly tools?: readonly string[]
  readonly end?: Partial<Extract<Update, { kind: 'end' }>>
}

/** A turn that says something, calls tools and uses tokens, by an agent with a session id of its own. */
async function turn(server: TestServer, people: People, name: string, told: Told = {}) {
  const running = await runningTurn({ ...server, acme: { ...server.acme, ...people } }, name)
  const { agentSessionId, tools = ['Read', 'mcp__tracker__find'] } = told
  const calls = tools.flatMap((tool) => callOf(tool, tool, tool === 'Bash'))
  const updates: Update[] = [...calls, assistantText('Done.')].map((message, index) => ({
    ...{ seq: index + 1, kind: 'message', message },
  }))
  const used = told.usage === undefined ? { usage, model: 'some-model' } : told.usage
  if (used) updates.push({ seq: updates.length + 1, kind: 'usage', ...used })
  const end = { seq: updates.length + 1, kind: 'end', outcome: 'completed', ...told.end } as const
  updates.push({ ...end, ...(agentSessionId && { agentSessionId }) })
  await running.computer.updates(running.turn, updates)
  return running
}

/** Organizations of a server, and turns that a computer reports of their members. */
export function reportedTurns(server: () => TestServer) {
  return {
    organization: () => organization(server()),
    turn: (people: People, name: string, told?: Told) => turn(server(), people, name, told),
    usedIs: ({ owner, member }: People, used: number) => creditsAre(server(), owner, member.email, used),
  }
}
