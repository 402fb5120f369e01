import type { UsageEventInput } from '@muster/contract/telemetry'
import { clientTypes } from '@muster/contract/telemetry'
import type { Client } from '@muster/sdk'
import fc from 'fast-check'
import { addDays, dayMs } from '../src/ground/platform/days.ts'
import { type UsageEvent, unreported } from '../src/know/events/usage-event.ts'
import type { TestServer } from '../src/testing/test-server.ts'
import { oracle } from './analytics-oracle.ts'

/** The clock of servers that this is tried on: the last day with numbers is 4 March 2026. */
export const now = '2026-03-05T09:30:00.000Z'
export const firstDay = '2026-01-20'
export const lastDay = '2026-03-04'
const lastStart = Date.parse(`${lastDay}T00:00:00Z`)

const everyone = ['ada@x.test', 'Bo@x.test', 'cy@x.test', 'dee@x.test']
const words = ['Edit', 'edit', 'Bash', 'write_file', 'mcp__github__search', 'é']

const common = {
  timeMs: fc
    .tuple(
      fc.oneof(fc.constant(0), fc.constantFrom(1, 6, 7, 29, 30), fc.nat(40)),
      fc.oneof(fc.constantFrom(0, 1, dayMs - 1000, dayMs - 1), fc.nat(dayMs - 1)),
    )
    .map(([days, ms]) => lastStart - days * dayMs + ms),
  userEmail: fc.constantFrom(...everyone),
  sessionId: fc.constantFrom('', 's1', 's2', 's3'),
  client: fc.constantFrom(...clientTypes),
}

function kind<T extends object>(type: UsageEventInput['type'], fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record({ ...common, type: fc.constant(type), fields: fc.record(fields) })
}

const tokens = fc.oneof(fc.nat(3), fc.nat(200_000), fc.nat(25_000_000))
const drafts = fc.oneof(
  kind('session_start', {}),
  { weight: 3, arbitrary: kind('message', { role: fc.constantFrom('user', 'user', 'assistant') }) },
  {
    weight: 4,
    arbitrary: kind('model_call', {
      model: fc.constantFrom('house', 'House', 'ｚ'),
      tier: fc.constantFrom('standard', 'thinking'),
      parts: fc.tuple(tokens, tokens, tokens, tokens),
    }),
  },
  {
    weight: 4,
    arbitrary: kind('tool_call', {
      tool: fc.constantFrom(...words),
      mcpServer: fc.constantFrom('', '', 'GitHub', 'github', ' github ', 'z', 'Z', 'ｚ'),
      autonomyLevel: fc.constantFrom('auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'),
    }),
  },
  kind('skill', { name: fc.constantFrom(...words) }),
  kind('slash_command', { name: fc.constantFrom(...words) }),
  kind('hook', {
    event: fc.constantFrom('Stop', 'PreToolUse'),
    matcher: fc.constantFrom('', 'Bash'),
    command: fc.constantFrom('true', 'make lint'),
  }),
  kind('file', { operation: fc.constantFrom('create', 'edit'), extension: fc.constantFrom('.ts', '.py', '.zzz') }),
  kind('commit', { sha: fc.constantFrom('', 'c0ffee', 'decade') }),
  kind('pull_request', { url: fc.constantFrom('', 'https://git.test/1') }),
)

interface Draft {
  readonly timeMs: number
  readonly userEmail: string
  readonly sessionId: string
  readonly client: UsageEventInput['client']
  readonly type: Exclude<UsageEventInput['type'], 'model_failure' | 'active_time'>
  // biome-ignore lint/suspicious/noExplicitAny: each type has fields of its own.
  readonly fields: any
}

export interface Delivered {
  readonly organization: 0 | 1
  readonly input: UsageEventInput
  readonly usage: UsageEvent
}

/** Events of two organizations, each delivered once or several times, in any order. */
export function deliveredEvents(options: fc.ArrayConstraints): fc.Arbitrary<Delivered[]> {
  const one = fc.tuple(
    drafts as fc.Arbitrary<Draft>,
    fc.constantFrom<0 | 1>(0, 0, 0, 1),
    fc.constantFrom(1, 1, 2, 3),
    fc.nat(),
  )
  return fc.array(one, options).map((list) =>
    list
      .flatMap(([draft, organization, times, order], index) =>
        Array.from({ length: times }, (_, copy) => ({
          rank: (order * (copy + 1)) % 997,
          item: { organization, ...bothWays(draft, index) },
        })),
      )
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item),
  )
}

/** What is sent, and what the definitions say it is. */
function bothWays(draft: Draft, index: number): { input: UsageEventInput; usage: UsageEvent } {
  const { timeMs, userEmail, sessionId, client, type, fields } = draft
  const isNamed = (type === 'commit' && fields.sha !== '') || (type === 'pull_request' && fields.url !== '')
  const id = isNamed ? `${type} ${fields.sha ?? fields.url}` : `${index}`
  const time = index % 2 === 0 ? timeMs : new Date(timeMs).toISOString()
  const { parts, ...rest } = fields
  const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  const [uncached = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0] = parts ?? []
  const inputTokens = uncached + cacheReadTokens + cacheWriteTokens
  const counted = parts ? { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } : {}
  const input = { id: `${index}`, time, userEmail, client, type, ...(sessionId && { sessionId }), ...sent, ...counted }
  return {
    input: input as unknown as UsageEventInput,
    usage: {
      id,
      timeMs,
      user: `e:${userEmail.toLowerCase()}`,
      session: sessionId,
      client,
      type,
      ...namesOf(type, fields),
      ...unreported,
      agent: 'native',
      quantity: 1,
      inputTokens,
      outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
      billableTokens: Math.round(inputTokens + outputTokens - 0.9 * cacheReadTokens),
    },
  }
}

const languages: Readonly<Record<string, string>> = { '.ts': 'TypeScript', '.py': 'Python' }

function namesOf(type: Draft['type'], fields: Draft['fields']): Pick<UsageEvent, 'name' | 'detail' | 'extra'> {
  const named = (name = '', detail = '', extra = '') => ({ name, detail, extra })
  switch (type) {
    case 'session_start':
      return named()
    case 'message':
      return named(fields.role)
    case 'model_call':
      return named(fields.model.toLowerCase(), fields.tier)
    case 'tool_call': {
      // A tool of an MCP server has the same name, whichever way the server is told.
      const [, server = '', tool = fields.tool] = /^mcp__([^_]+)__(.+)$/.exec(fields.tool) ?? []
      return named(tool, fields.mcpServer.trim() || server, fields.autonomyLevel)
    }
    case 'skill':
    case 'slash_command':
      return named(fields.name)
    case 'hook':
      return named(fields.event, fields.matcher, fields.command)
    case 'file':
      return named(fields.operation, fields.extension, languages[fields.extension] ?? '')
    case 'commit':
      return named(fields.sha)
    case 'pull_request':
      return named(fields.url)
  }
}

/** A commit or pull request that is reported several times is as its first report says. */
export function firstReports(events: readonly UsageEvent[]): UsageEvent[] {
  return events.filter(({ id }, index) => events.findIndex((other) => other.id === id) === index)
}

/** An owner of an organization that nobody has sent anything to. */
export async function newOrganization(server: TestServer, operatorKey: string): Promise<Client & { key: string }> {
  const operator = server.client(operatorKey)
  const { apiKey } = await operator.operator.createOrganization({ name: 'new', ownerEmail: 'owner@x.test' })
  return Object.assign(server.client(apiKey), { key: apiKey })
}

const paths = [
  'tokens',
  'tokens&group_by=model',
  'tools',
  'tools&group_by=tool_name',
  'activity',
  'activity&group_by=client',
  'productivity',
  'users&limit=2',
] as const
type Answers = Record<(typeof paths)[number], unknown[]>

/** The rows of every endpoint over the whole range; of `/users`, all pages. */
export async function answersOf(server: TestServer, key: string): Promise<Answers> {
  const answers = {} as Answers
  for (const path of paths) {
    const [name, ...rest] = path.split('&')
    const rows: unknown[] = []
    for (let cursor = ''; ; ) {
      const query = [
        `startDate=${firstDay}&endDate=${lastDay}`,
        ...rest,
        ...(cursor ? [`cursor=${encodeURIComponent(cursor)}`] : []),
      ]
      const { status, json } = await server.raw('GET', `/api/v1/analytics/${name}?${query.join('&')}`, { key })
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`)
      rows.push(...json.data)
      if (!json.meta.has_more) break
      cursor = json.meta.next_cursor
    }
    answers[path] = rows
  }
  return answers
}

/** What they must be. */
export function expectedAnswers(events: readonly UsageEvent[]): Answers {
  const answers = Object.fromEntries(paths.map((path) => [path, []])) as unknown as Answers
  const people = (user: string) => ({ id: user.slice(2), email: user.slice(2) })
  const users: { user_id: string; date: string }[] = []
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const rows = oracle(events, day, people)
    answers.tokens.push(rows.tokens)
    answers['tokens&group_by=model'].push(...rows.tokensByModel)
    answers.tools.push(rows.tools)
    answers['tools&group_by=tool_name'].push(...rows.toolsByName)
    answers.activity.push(rows.activity)
    answers['activity&group_by=client'].push(...rows.activityByClient)
    answers.productivity.push(rows.productivity)
    users.push(...rows.users)
  }
  answers['users&limit=2'] = users.sort((a, b) => (a.user_id + a.date < b.user_id + b.date ? -1 : 1))
  return answers
}
