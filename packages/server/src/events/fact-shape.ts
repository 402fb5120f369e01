import { type EventColumn, eventColumns, quote, quoteAll } from './columns.ts'
import { type AnswerKinds, asFloat, eventsOfDay, type Row, whole } from './queries.ts'
import { type Fact, reportTypes, type UsageEvent, usageTypes } from './usage-event.ts'

/** What facts are grouped by and what is added up in them. The column of each follows from `columns.ts`. */
export interface FactShape {
  readonly groups: readonly EventColumn[]
  readonly sums: readonly EventColumn[]
  /** Sums of what was reported, and of how many events reported it. */
  readonly measures: readonly EventColumn[]
  /** Which events are looked at. */
  readonly where: string
}

const counted = usageTypes.filter((type) => !reportTypes.has(type)).map((type) => `'${type}'`)

/** What a day's numbers are made of. */
export const dayFacts: FactShape = {
  groups: columnsOf('user', 'session', 'client', 'type', 'name', 'detail', 'extra'),
  sums: columnsOf('quantity', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'billableTokens'),
  measures: [],
  where: `${quote('type')} in (${counted.join(', ')})`,
}

/** Events of one day that agree in what is told of money and work, added up; sessions are not told apart. */
export interface WorkFact
  extends Pick<UsageEvent, 'user' | 'type' | 'name' | 'detail' | 'agent' | 'repository' | 'team' | 'outcome'>,
    Pick<UsageEvent, 'errorKind' | 'decision' | 'decidedBy' | 'currency'>,
    Omit<Fact, 'user' | 'session' | 'client' | 'type' | 'name' | 'detail' | 'extra'>,
    Measured {}

type MeasureField = 'cost' | 'linesAdded' | 'linesRemoved' | 'durationMs'
/** Of each measure the sum, null if no event reported it, and how many events did. */
type Measured = { readonly [Field in MeasureField]: number | null } & {
  readonly [Field in MeasureField as `${Field}Reports`]: number
}

/** What money, work and adoption are made of. */
export const workFacts: FactShape = {
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
 * The facts of a day, for both engines. `source` names events of which none occurs twice; `organization` and `day` are
 * literals or parameters, `groups` what to group by in place of the plain columns.
 *
 * Sums are made in floating point on purpose. Whole numbers add up exactly as long as the sum is below 2^53, and a sum
 * that is not is seen to be too big and told as the largest exact number, whereas 64-bit integers would silently begin
 * anew in one of the engines.
 */
export function factsQuery(
  shape: FactShape,
  source: string,
  organization: string,
  day: string,
  groups = quoteAll(shape.groups),
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

export function kindsOf({ groups, sums, measures }: FactShape): AnswerKinds {
  const numbers = 1 + sums.length + 2 * measures.length
  return [...groups.map(() => 'text' as const), ...Array.from({ length: numbers }, () => 'number' as const)]
}

/** Reads a row of `factsQuery`. */
export function factOf<T extends Fact | WorkFact>({ groups, sums, measures }: FactShape): (row: Row) => T {
  const texts = groups.map(({ field }) => field)
  const numbers = ['events', ...sums.map(({ field }) => field)]
  return (row) => {
    const fact: Record<string, string | number | null> = {}
    let at = 0
    for (const field of texts) fact[field] = row.text(at++)
    for (const field of numbers) fact[field] = whole(row.number(at++))
    for (const { field } of measures) {
      const [sum, reports] = [whole(row.number(at++)), row.number(at++)]
      fact[field] = reports === 0 ? null : sum
      fact[`${field}Reports`] = reports
    }
    return fact as unknown as T
  }
}
