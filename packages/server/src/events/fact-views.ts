import { delegationLevels } from '@muster/contract/analytics'
import { quote } from './columns.ts'
import { dayFacts, workFacts } from './fact-shape.ts'
import { type FactView, numbersOf, sumOf } from './facts-query.ts'
import type { UsageType } from './usage-event.ts'

const [type, name, detail, extra] = [quote('type'), quote('name'), quote('detail'), quote('extra')]
const [user, agent, repository, team] = [quote('user'), quote('agent'), quote('repository'), quote('team')]
const decision = quote('decision')

/** The text for events of these types; empty for all others. */
function only(types: readonly UsageType[], text: string): string {
  return when(isOne(types), text)
}

function when(condition: string, text: string): string {
  return `case when ${condition} then ${text} else '' end`
}

function isOne(types: readonly UsageType[]): string {
  return `${type} in (${types.map((one) => `'${one}'`).join(', ')})`
}

const isLeveled = `${extra} in (${delegationLevels.map((level) => `'${level}'`).join(', ')})`
const isOfUser = `${type} = 'message' and ${name} = 'user'`
const isActive = `${isOne(['session_start', 'model_call', 'tool_call'])} or ${type} = 'message' and ${name} in ('user', 'assistant')`
/** 0 for an event that counts nothing. Some model calls have tokens but no number of calls. */
const anything = ['quantity', 'input_tokens', 'output_tokens', 'billable_tokens'].map(quote).join(' + ')
const sumIf = (condition: string, what = quote('quantity')) => sumOf(`case when ${condition} then ${what} else 0 end`)

/**
 * The facts of a day in three views, for `dayFacts`. If a person calls a tool in five sessions, that is one fact of the
 * person, a number in the facts of five sessions, and a part of one fact of the tool's name, which all people share.
 */
export const dayViews: readonly FactView[] = [
  {
    about: 'people',
    where: dayFacts.where,
    groups: {
      user,
      type,
      name: only(['message', 'model_call', 'file', 'commit', 'pull_request'], name),
      detail: only(['model_call', 'tool_call'], detail),
      extra: when(`${type} = 'file' or ${type} = 'tool_call' and ${isLeveled}`, extra),
    },
    numbers: numbersOf(dayFacts),
  },
  {
    about: 'sessions',
    where: dayFacts.where,
    groups: { user, session: quote('session'), client: quote('client') },
    // In the order in which `toSessionFact` reads them.
    numbers: [
      sumOf(`(${anything})`),
      sumIf(isActive, anything),
      sumIf(`${type} = 'session_start'`),
      sumIf(isOfUser),
      sumIf(`${type} = 'message' and ${name} = 'notification'`),
      sumIf(`${type} = 'tool_call'`),
      sumIf(`${type} = 'tool_call' and not (${isLeveled})`),
    ],
  },
  {
    about: 'names',
    where: isOne(['tool_call', 'skill', 'slash_command', 'hook', 'file']),
    groups: { type, name, detail: only(['tool_call', 'hook', 'file'], detail), extra: only(['hook', 'file'], extra) },
    numbers: numbersOf(dayFacts, ['quantity', 'inputTokens', 'outputTokens', 'billableTokens']),
  },
]

const tools: readonly UsageType[] = ['tool_call', 'tool_result', 'tool_decision']
const told: readonly UsageType[] = [...tools, 'model_call', 'model_failure', 'line_change', 'active_time']
const judged = { type: only(told, type), outcome: quote('outcome'), decision, decidedBy: quote('decided_by') }
const measures = ['quantity', 'inputTokens', 'cacheReadTokens', 'linesAdded', 'linesRemoved', 'durationMs']
const tokens = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens']

/**
 * The same for `workFacts`. Who did the work matters only to money and teams; where it was done matters only to money
 * and places.
 */
export function workViews(promptBounds: readonly number[]): FactView[] {
  const shape = workFacts(promptBounds)
  const computed = Object.fromEntries(shape.computed.map(({ field, sql }) => [field, sql]))
  return [
    {
      about: 'money',
      where: `(${type} = 'model_call' or ${quote('cost')} is not null)`,
      groups: {
        ...{ user, agent, repository, team, currency: quote('currency'), ...computed },
        type: only(['model_call'], type),
        name: only(['model_call'], name),
      },
      numbers: numbersOf(shape, ['quantity', ...tokens, 'cost']),
    },
    {
      about: 'teams',
      where: '',
      groups: {
        user,
        team,
        ...judged,
        name: when(`${isOne(['line_change', 'active_time'])} or ${decision} <> ''`, name),
      },
      numbers: numbersOf(shape, ['events', ...measures]),
    },
    {
      about: 'places',
      where: '',
      groups: {
        ...{ agent, repository, errorKind: quote('error_kind'), ...judged },
        name: only([...tools, 'line_change', 'active_time'], name),
      },
      numbers: numbersOf(shape, measures),
    },
  ]
}
