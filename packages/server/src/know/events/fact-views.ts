import { delegationLevels } from '@muster/contract/analytics'
import { quote } from './columns.ts'
import { dayFacts, workFacts } from './fact-shape.ts'
import { type FactView, inTwoSteps, numbersOf, sumOf } from './facts-query.ts'
import { countedTypes, helperCall, type UsageType } from './usage-event.ts'

export interface FactViews {
  /** The facts for `dayFacts` that contain all names whose number is limited. */
  readonly names: readonly FactView[]
  /**
   * All other facts of a day for `dayFacts`. Tool calls of a person in five sessions are one fact of the person, a
   * number in the facts of five sessions, and a part of the fact of the tool's name, which all people share. Other
   * named things are rare, so one fact covers the person and the name.
   */
  readonly day: readonly FactView[]
  /**
   * The same for `workFacts`. The user is relevant only to money and teams, and the place only to money and places. Few
   * events report lines, so these are separate facts and the others need not add them up. The tokens of model calls are
   * in the facts about money.
   */
  work(promptBounds: readonly number[]): Readonly<Record<'money' | 'work', readonly FactView[]>>
}

const [type, name, detail, extra] = [quote('type'), quote('name'), quote('detail'), quote('extra')]
const [user, agent, repository, team] = [quote('user'), quote('agent'), quote('repository'), quote('team')]
const [outcome, decision, decidedBy] = [quote('outcome'), quote('decision'), quote('decided_by')]

const tokens = ['input_tokens', 'output_tokens', 'billable_tokens'].map(quote).join(' + ')
/** Where only the presence of tokens matters, all kinds are added to one number, in the place of input tokens. */
const quantityAndTokens = ['0e0', sumOf(quote('quantity')), sumOf(`(${tokens})`)]
const everyToken = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens']

const toolTypes: readonly UsageType[] = ['tool_call', 'tool_result', 'tool_decision']
const workTypes: readonly UsageType[] = [...toolTypes, 'model_call', 'model_failure', 'line_change', 'active_time']
const workMeasures = ['quantity', 'durationMs']

/**
 * `brackets` enclose the texts of a list. With square brackets, DuckDB compares each distinct text of a column once
 * instead of every row; the oldest supported ClickHouse supports only round ones.
 */
export function factViews([open, close]: '[]' | '()'): FactViews {
  const isAmong = (column: string, texts: readonly string[]) =>
    `${column} in ${open}${texts.map((text) => `'${text}'`).join(', ')}${close}`
  const isOne = (...types: readonly UsageType[]) => isAmong(type, types)
  const isLeveled = isAmong(extra, delegationLevels)

  const names: FactView[] = [
    {
      about: 'people',
      where: `${type} = 'model_call'`,
      groups: { user, type, name, detail },
      numbers: numbersOf(dayFacts, ['quantity', 'billableTokens', ...everyToken]),
    },
    { about: 'names', where: `${type} = 'tool_call'`, groups: { type, name, detail }, numbers: quantityAndTokens },
    {
      about: 'people and names',
      where: isOne(...countedTypes.filter((one) => one !== 'model_call' && one !== 'tool_call')),
      groups: { user, type, name, detail, extra },
      numbers: quantityAndTokens,
    },
  ]

  const tools: FactView = {
    about: 'people',
    where: `${type} = 'tool_call'`,
    groups: { user, type, detail, extra: when(isLeveled, extra) },
    numbers: quantityAndTokens,
  }

  const sessionColumns = { user, session: quote('session'), client: quote('client') }
  // Conditions on texts are columns to group by: a separate sum for each condition would take longer.
  const sessions: FactView = {
    about: 'sessions',
    where: isOne(...countedTypes),
    first: {
      groups: {
        ...sessionColumns,
        type,
        is_spoken: isAmong(name, ['user', 'assistant']),
        is_of_user: isAmong(name, ['user']),
        is_notification: isAmong(name, ['notification']),
        is_leveled: isLeveled,
        is_helper: isAmong(extra, [helperCall]),
      },
      // An event with neither counts nothing. Some model calls have tokens but no number of calls.
      numbers: { times: sumOf(quote('quantity')), all_tokens: sumOf(`(${tokens})`) },
    },
    groups: sessionColumns,
    // In the order in which `toSessionFact` reads them.
    numbers: [
      `max(case when times + all_tokens = 0 then 0e0
        when ${type} = 'model_call' and not is_helper or ${type} = 'message' and is_of_user then 3e0
        when ${isOne('session_start', 'model_call', 'tool_call')} or ${type} = 'message' and is_spoken then 2e0 else 1e0 end)`,
      sumIf(`${type} = 'session_start'`, 'times'),
      sumIf(`${type} = 'message' and is_of_user`, 'times'),
      sumIf(`${type} = 'message' and is_notification`, 'times'),
      sumIf(`${type} = 'tool_call'`, 'times'),
      sumIf(`${type} = 'tool_call' and not is_leveled`, 'times'),
    ],
  }

  /** Work grouped by these columns and by outcome and decision. `shown` is the name, where it matters. */
  function workView(about: string, numbers: readonly string[], columns: Columns, shown: string): FactView {
    const inSteps = inTwoSteps(numbers)
    const judged = { type, outcome, decision, decidedBy }
    return {
      about,
      where: '',
      first: { groups: { ...columns, ...judged, shown }, numbers: inSteps.first },
      groups: { ...columns, ...judged, type: when(isOne(...workTypes), type), name: quote('shown') },
      numbers: inSteps.numbers,
    }
  }

  function work(promptBounds: readonly number[]) {
    const shape = workFacts(promptBounds)
    const computed = Object.fromEntries(shape.computed.map(({ field, sql }) => [field, sql]))
    const money = {
      about: 'money',
      groups: { user, agent, repository, team, currency: quote('currency') },
      numbers: numbersOf(shape, ['quantity', 'cost', 'cacheWriteHourTokens', ...everyToken]),
    }
    const numbers = numbersOf(shape, workMeasures)
    const ofTeams = numbersOf(shape, ['events', ...workMeasures])
    const isTold = isOne('line_change', 'active_time')
    const places = { agent, repository, errorKind: quote('error_kind') }
    const [added, removed] = [quote('lines_added'), quote('lines_removed')]
    const hasOwnLines = isOne(...toolTypes, 'line_change')
    const lines = {
      about: 'lines',
      where: `(${added} is not null or ${removed} is not null)`,
      groups: { user, agent, repository, team, type: when(hasOwnLines, type), name: when(hasOwnLines, name) },
      numbers: numbersOf(shape, ['linesAdded', 'linesRemoved']),
    }
    return {
      money: [
        { ...money, where: `${type} = 'model_call'`, groups: { ...money.groups, ...computed, type, name } },
        { ...money, where: `${type} <> 'model_call' and ${quote('cost')} is not null` },
      ],
      work: [
        workView('teams', ofTeams, { user, team }, when(`${isTold} or ${decision} <> ''`, name)),
        workView('places', numbers, places, when(isOne(...toolTypes, 'line_change', 'active_time'), name)),
        lines,
      ],
    }
  }

  return { names, day: [tools, sessions], work }
}

/** Adds up the finer groups that meet the condition. */
function sumIf(condition: string, what: string): string {
  return `sum(case when ${condition} then ${what} else 0e0 end)`
}

type Columns = Readonly<Record<string, string>>

/** The text where the condition holds; empty elsewhere. */
function when(condition: string, text: string): string {
  return `case when ${condition} then ${text} else '' end`
}
