import { type EventColumn, eventColumns, quote, quoteAll } from './columns.ts'
import { type AnswerKinds, asFloat, eventsOfDay, type Row, whole } from './queries.ts'
import { type Fact, reportTypes, type UsageEvent, usageTypes } from './usage-event.ts'

/** What facts are grouped by and what they add up. The columns are derived from `columns.ts`. */
export interface FactShape {
  readonly groups: readonly EventColumn[]
  /** Expressions to group by in addition to columns. */
  readonly computed: readonly ComputedGroup[]
  readonly sums: readonly EventColumn[]
  /** Measures: the sum of what was reported, and how many events reported it. */
  readonly measures: readonly EventColumn[]
  /** The condition that selects events. */
  readonly where: string
}

interface ComputedGroup {
  readonly field: string
  readonly sql: string
}

const counted = usageTypes.filter((type) => !reportTypes.has(type)).map((type) => `'${type}'`)

/** The facts for a day's numbers. */
export const dayFacts: FactShape = {
  groups: columnsOf('user', 'session', 'client', 'type', 'name', 'detail', 'extra'),
  sums: columnsOf('quantity', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'billableTokens'),
  computed: [],
  measures: [],
  where: `${quote('type')} in (${counted.join(', ')})`,
}

/** Events of one day that agree in everything about costs and work, added up over all sessions. */
export interface WorkFact
  extends Pick<UsageEvent, 'user' | 'type' | 'name' | 'detail' | 'agent' | 'repository' | 'team' | 'outcome'>,
    Pick<UsageEvent, 'errorKind' | 'decision' | 'decidedBy' | 'currency'>,
    Omit<Fact, 'user' | 'session' | 'client' | 'type' | 'name' | 'detail' | 'extra'>,
    Measured {
  /**
   * For single model calls without a reported cost: the largest of `promptBounds` that their input exceeds, or 0. Empty
   * for everything else.
   */
  readonly promptsAbove: string
}

type MeasureField = 'cost' | 'linesAdded' | 'linesRemoved' | 'durationMs'
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
  const isSingle = `${quote('type')} = 'model_call' and ${quote('quantity')} = 1 and ${quote('cost')} is null`
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
  measures: columnsOf('cost', 'linesAdded', 'linesRemoved', 'durationMs'),
  where: '',
}

function columnsOf(...fields: readonly EventColumn['field'][]): EventColumn[] {
  return fields.map((field) => {
    const column = eventColumns.find((each) => each.field === field)
    if (!column) throw new Error(`There is no column for ${field}.`)
    return column
  })
}

/**
 * The facts of a day, for both engines. `source` has each event once; `organization` and `day` are literals or
 * parameters; `groups` replaces the plain columns to group by.
 *
 * Sums are floating-point on purpose. Integers add up exactly below 2^53, and a larger sum is recognised and shown as
 * the largest exact number, whereas 64-bit integers would silently overflow in one of the engines.
 */
export function factsQuery(
  shape: FactShape,
  source: string,
  organization: string,
  day: string,
  groups = [quoteAll(shape.groups), ...shape.computed.map(({ sql }) => sql)].join(', '),
): string {
  const totals = shape.sums.map(({ name }) => `sum(${asFloat(quote(name))})`)
  const reported = shape.measures.flatMap(({ name }) => [
    `coalesce(sum(${asFloat(quote(name))}), 0e0)`,
    asFloat(`count(${quote(name)})`),
  ])
  return `select ${[groups, asFloat('count(*)'), ...totals, ...reported].join(', ')}
from ${source}
where ${eventsOfDay(organization, day)}${shape.where === '' ? '' : ` and ${shape.where}`}
group by ${groups}`
}

/** The grouping texts come before the numbers. */
export function textsOf({ groups, computed }: FactShape): string[] {
  return [...groups, ...computed].map(({ field }) => field)
}

export function kindsOf(shape: FactShape): AnswerKinds {
  const numbers = 1 + shape.sums.length + 2 * shape.measures.length
  return [...textsOf(shape).map(() => 'text' as const), ...Array.from({ length: numbers }, () => 'number' as const)]
}

/**
 * Reads a row of `factsQuery(dayFacts)`. The fields are written out because a loop over names takes four times as long.
 */
export function toDayFact(row: Row): Fact {
  return {
    user: row.text(0),
    session: row.text(1),
    client: row.text(2) as Fact['client'],
    type: row.text(3) as Fact['type'],
    name: row.text(4),
    detail: row.text(5),
    extra: row.text(6),
    events: whole(row.number(7)),
    quantity: whole(row.number(8)),
    inputTokens: whole(row.number(9)),
    outputTokens: whole(row.number(10)),
    cacheReadTokens: whole(row.number(11)),
    cacheWriteTokens: whole(row.number(12)),
    billableTokens: whole(row.number(13)),
  }
}

/** The same for a row of `factsQuery(workFacts(…))`. */
export function toWorkFact(row: Row): WorkFact {
  return {
    user: row.text(0),
    type: row.text(1) as WorkFact['type'],
    name: row.text(2),
    detail: row.text(3),
    agent: row.text(4),
    repository: row.text(5),
    team: row.text(6),
    outcome: row.text(7) as WorkFact['outcome'],
    errorKind: row.text(8),
    decision: row.text(9) as WorkFact['decision'],
    decidedBy: row.text(10) as WorkFact['decidedBy'],
    currency: row.text(11),
    promptsAbove: row.text(12),
    events: whole(row.number(13)),
    quantity: whole(row.number(14)),
    inputTokens: whole(row.number(15)),
    outputTokens: whole(row.number(16)),
    cacheReadTokens: whole(row.number(17)),
    cacheWriteTokens: whole(row.number(18)),
    billableTokens: whole(row.number(19)),
    cost: reported(row, 20),
    costReports: row.number(21),
    linesAdded: reported(row, 22),
    linesAddedReports: row.number(23),
    linesRemoved: reported(row, 24),
    linesRemovedReports: row.number(25),
    durationMs: reported(row, 26),
    durationMsReports: row.number(27),
  }
}

/** A sum, followed by the number of events that reported it. */
function reported(row: Row, at: number): number | null {
  return row.number(at + 1) === 0 ? null : whole(row.number(at))
}
