import { type EventColumn, eventColumns, quote } from './columns.ts'
import { type AnswerKinds, type Row, whole } from './queries.ts'
import { countedTypes, type Fact, noCurrency, type UsageEvent } from './usage-event.ts'

/** The columns by which facts are grouped and those that are added up. They are derived from `columns.ts`. */
export interface FactShape {
  readonly groups: readonly EventColumn[]
  /** Expressions to group by in addition to columns. */
  readonly computed: readonly ComputedGroup[]
  readonly sums: readonly EventColumn[]
  /** Measures: the sum of the reported values, and the number of events that reported one. */
  readonly measures: readonly EventColumn[]
  /** The condition that selects events. */
  readonly where: string
}

interface ComputedGroup {
  readonly field: string
  readonly sql: string
}

/** The facts for a day's numbers. */
export const dayFacts: FactShape = {
  groups: columnsOf('user', 'session', 'client', 'type', 'name', 'detail', 'extra'),
  sums: columnsOf('quantity', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'billableTokens'),
  computed: [],
  measures: [],
  where: `${quote('type')} in (${countedTypes.map((type) => `'${type}'`).join(', ')})`,
}

/** Events of one day that agree in everything relevant to costs and work, added up over all sessions. */
export interface WorkFact
  extends Pick<UsageEvent, 'user' | 'type' | 'name' | 'detail' | 'agent' | 'repository' | 'team' | 'outcome'>,
    Pick<UsageEvent, 'errorKind' | 'decision' | 'decidedBy' | 'currency'>,
    Omit<Fact, 'about' | 'user' | 'session' | 'client' | 'type' | 'name' | 'detail' | 'extra'>,
    Measured {
  /** The kind of fact; empty if it covers all. Fields that are irrelevant to the kind are empty or 0. */
  readonly about: '' | 'money' | 'teams' | 'places' | 'lines'
  /**
   * For single model calls whose cost is estimated: the largest of `promptBounds` that their input exceeds, or 0. Empty
   * for all others.
   */
  readonly promptsAbove: string
}

type MeasureField = 'cost' | 'linesAdded' | 'linesRemoved' | 'durationMs' | 'cacheWriteHourTokens'
/** For each measure the sum, null if no event reported it, and the number of events that did. */
type Measured = { readonly [Field in MeasureField]: number | null } & {
  readonly [Field in MeasureField as `${Field}Reports`]: number
}

/** The facts for costs, work and adoption. `promptBounds` are the numbers of input tokens above which prices change. */
export function workFacts(promptBounds: readonly number[] = []): FactShape {
  return { ...plainWorkFacts, computed: [{ field: 'promptsAbove', sql: promptsAbove(promptBounds) }] }
}

/** Also separates events with a reported cost from those without, so that only the latter are estimated. */
function promptsAbove(bounds: readonly number[]): string {
  const hasNoCost = `(${quote('cost')} is null or ${quote('currency')} = '${noCurrency}')`
  const isSingle = `${quote('type')} = 'model_call' and ${quote('quantity')} = 1 and ${hasNoCost}`
  const steps = bounds
    .toSorted((a, b) => b - a)
    .map((bound) => `when ${quote('input_tokens')} > ${bound} then '${bound}'`)
  return `case when not (${isSingle}) then '' ${steps.join(' ')} else '0' end`
}

const plainWorkFacts: FactShape = {
  groups: columnsOf(
    'user',
    'type',
    'name',
    'detail',
    'agent',
    'repository',
    'team',
    'outcome',
    'errorKind',
    'decision',
    'decidedBy',
    'currency',
  ),
  computed: [],
  sums: dayFacts.sums,
  measures: columnsOf('cost', 'linesAdded', 'linesRemoved', 'durationMs', 'cacheWriteHourTokens'),
  where: '',
}

function columnsOf(...fields: readonly EventColumn['field'][]): EventColumn[] {
  return fields.map((field) => {
    const column = eventColumns.find((each) => each.field === field)
    if (!column) throw new Error(`There is no column for ${field}.`)
    return column
  })
}

/** The number of texts in a fact, which come before its numbers: the kind of fact and the columns of its groups. */
export function textCount({ groups, computed }: FactShape): number {
  return 1 + groups.length + computed.length
}

export function kindsOf(shape: FactShape): AnswerKinds {
  const numbers = 1 + shape.sums.length + 2 * shape.measures.length
  return [
    ...Array.from({ length: textCount(shape) }, () => 'text' as const),
    ...Array.from({ length: numbers }, () => 'number' as const),
  ]
}

/** What a user did in a session, or outside of sessions, with one client. */
export interface SessionFact extends Pick<Fact, 'user' | 'session' | 'client'> {
  readonly about: 'sessions'
  /** 0: nothing; 1: something; 2: something that makes the user active; 3: the user wrote, or a model was called. */
  readonly reached: number
  readonly starts: number
  readonly userTurns: number
  readonly notifications: number
  readonly toolCalls: number
  /** Tool calls without a level. */
  readonly unleveledCalls: number
}

export type DayFact = Fact | SessionFact

export function toDayFact(row: Row): DayFact {
  return row.text(0) === 'sessions' ? toSessionFact(row) : toFact(row)
}

function toSessionFact(row: Row): SessionFact {
  return {
    about: 'sessions',
    user: row.text(1),
    session: row.text(2),
    client: row.text(3) as Fact['client'],
    reached: row.number(8),
    starts: whole(row.number(9)),
    userTurns: whole(row.number(10)),
    notifications: whole(row.number(11)),
    toolCalls: whole(row.number(12)),
    unleveledCalls: whole(row.number(13)),
  }
}

/**
 * Reads a row of `factsQuery(dayFacts)`. The fields are written out, because a loop over their names takes four times
 * as long.
 */
function toFact(row: Row): Fact {
  return {
    about: row.text(0) as Fact['about'],
    user: row.text(1),
    session: row.text(2),
    client: row.text(3) as Fact['client'],
    type: row.text(4) as Fact['type'],
    name: row.text(5),
    detail: row.text(6),
    extra: row.text(7),
    events: whole(row.number(8)),
    quantity: whole(row.number(9)),
    inputTokens: whole(row.number(10)),
    outputTokens: whole(row.number(11)),
    cacheReadTokens: whole(row.number(12)),
    cacheWriteTokens: whole(row.number(13)),
    billableTokens: whole(row.number(14)),
  }
}

/** Like `toFact`, for a row of `factsQuery(workFacts(…))`. */
export function toWorkFact(row: Row): WorkFact {
  return {
    about: row.text(0) as WorkFact['about'],
    user: row.text(1),
    type: row.text(2) as WorkFact['type'],
    name: row.text(3),
    detail: row.text(4),
    agent: row.text(5),
    repository: row.text(6),
    team: row.text(7),
    outcome: row.text(8) as WorkFact['outcome'],
    errorKind: row.text(9),
    decision: row.text(10) as WorkFact['decision'],
    decidedBy: row.text(11) as WorkFact['decidedBy'],
    currency: row.text(12),
    promptsAbove: row.text(13),
    events: whole(row.number(14)),
    quantity: whole(row.number(15)),
    inputTokens: whole(row.number(16)),
    outputTokens: whole(row.number(17)),
    cacheReadTokens: whole(row.number(18)),
    cacheWriteTokens: whole(row.number(19)),
    billableTokens: whole(row.number(20)),
    cost: reported(row, 21),
    costReports: row.number(22),
    linesAdded: reported(row, 23),
    linesAddedReports: row.number(24),
    linesRemoved: reported(row, 25),
    linesRemovedReports: row.number(26),
    durationMs: reported(row, 27),
    durationMsReports: row.number(28),
    cacheWriteHourTokens: reported(row, 29),
    cacheWriteHourTokensReports: row.number(30),
  }
}

/** Reads a sum, which is followed by the number of events that reported it. */
function reported(row: Row, at: number): number | null {
  return row.number(at + 1) === 0 ? null : whole(row.number(at))
}
