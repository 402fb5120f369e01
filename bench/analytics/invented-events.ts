import { hash } from 'node:crypto'
import { dayMs } from '../../packages/server/src/ground/platform/days.ts'
import { blank, type UsageEvent } from '../../packages/server/src/know/events/usage-event.ts'
import { billableTokens } from '../../packages/server/src/know/ingest/draft.ts'

/** Some of the events of one user on one day: those from number `from` up to `to`. */
export interface UserDay {
  readonly user: number
  /** When the day begins. */
  readonly dayMs: number
  readonly from: number
  readonly to: number
}

const eventsOfSession = 200
const models = ['claude-sonnet-4-5', 'gpt-5.2-codex', 'gemini-2.5-pro']
const tools = ['Read', 'Bash', 'Edit', 'Grep', 'Glob', 'Write', 'WebFetch', 'Task', 'TodoWrite', 'MultiEdit']
const languages = [
  ['.ts', 'TypeScript'],
  ['.py', 'Python'],
  ['.go', 'Go'],
  ['.sql', 'SQL'],
] as const
const levels = ['auto-high', 'auto-medium', 'auto-low', 'manual']
const clients = ['terminal-ui', 'terminal-ui', 'web', 'non-interactive-cli'] as const

type Content = Partial<UsageEvent> & Pick<UsageEvent, 'type'>

/** The turn of a coding agent, repeated. The number makes each turn differ from the last one. */
const turn: readonly ((number: number, level: string) => Content)[] = [
  () => ({ type: 'message', name: 'user' }),
  modelCall,
  toolCall,
  toolCall,
  modelCall,
  toolCall,
  (number) => {
    const [detail, extra] = pick(languages, number)
    return { type: 'file', name: number % 5 === 0 ? 'create' : 'edit', detail, extra }
  },
  modelCall,
  (number, level) => ({ ...toolCall(number, level), name: 'search', detail: number % 2 === 0 ? 'Tickets' : 'tickets' }),
  () => ({ type: 'message', name: 'assistant' }),
]

/** Believable events, the same for the same numbers, each with an id of its own. */
export function* inventedEvents({ user, dayMs: start, from, to }: UserDay): Generator<UsageEvent> {
  for (let number = from; number < to; number++) {
    const session = Math.floor(number / eventsOfSession)
    const scattered = scatter(user * 7919 + number)
    yield {
      id: hash('md5', `${start} ${user} ${number}`),
      timeMs: start + ((number * 80_000 + user * 1_013) % (dayMs - 1000)),
      user: `e:${emailOf(user)}`,
      session: `${start / dayMs}-${user}-${session}`,
      client: pick(clients, user + session),
      ...blank,
      ...placeOf(user, session),
      ...contentOf(number, scattered, pick(levels, user + session)),
    }
  }
}

function emailOf(user: number): string {
  return `user${String(user).padStart(5, '0')}@example.com`
}

function contentOf(number: number, scattered: number, level: string): Content {
  const place = number % eventsOfSession
  if (place === 0) return { type: 'session_start' }
  if (place === 50) return { type: 'skill', name: 'review' }
  if (place === 90) return { type: 'slash_command', name: 'compact' }
  if (place === 130) return { type: 'hook', name: 'PostToolUse', detail: 'Edit', extra: 'npx biome check' }
  if (place === 199) return { type: 'commit', name: scattered.toString(16).padStart(40, '0') }
  return pick(turn, number)(scattered, level)
}

/** As agents report it: each person has an agent and a team, and each session is in a repository. */
function placeOf(user: number, session: number): Partial<UsageEvent> {
  return {
    agent: pick(['claude-code', 'codex', 'gemini-cli'], user),
    agentVersion: '2.1.0',
    team: `team-${user % 40}`,
    repository: `github.com/acme/service-${(user + session) % 60}`,
    branch: 'main',
  }
}

function modelCall(number: number): Content {
  const tokens = {
    inputTokens: 2_000 + (number % 40_000),
    outputTokens: 100 + (number % 900),
    cacheReadTokens: number % 1_900,
    cacheWriteTokens: number % 97,
  }
  const detail = number % 4 === 0 ? 'thinking' : 'standard'
  const reported = number % 3 === 0 ? { cost: 1_000_000 + (number % 90_000_000), currency: 'USD' } : {}
  const billable = { billableTokens: billableTokens(tokens), durationMs: 900 + (number % 9_000) }
  return { type: 'model_call', name: pick(models, number), detail, ...tokens, ...billable, ...reported }
}

function toolCall(number: number, level: string): Content {
  const outcome =
    number % 25 === 0 ? ({ outcome: 'error', errorKind: 'timeout' } as const) : ({ outcome: 'success' } as const)
  return { type: 'tool_call', name: pick(tools, number), extra: level, ...outcome, durationMs: number % 4_000 }
}

function pick<T>(items: readonly T[], number: number): T {
  return items[number % items.length] as T
}

function scatter(number: number): number {
  return (Math.imul(number + 1, 0x9e3779b1) >>> 0) % 2_147_483_647
}
