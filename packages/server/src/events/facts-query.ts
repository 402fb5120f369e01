import { quote } from './columns.ts'
import { type FactShape, kindsOf, textCount } from './fact-shape.ts'
import { asFloat, eventsOfDay } from './queries.ts'

/** A view of the facts about one thing, grouped only by what matters to it. */
export interface FactView {
  readonly about: string
  /** The condition for events, besides that of the day; empty for all. */
  readonly where: string
  /** The expressions to group by, by the name of the field. All other fields are empty. */
  readonly groups: Readonly<Record<string, string>>
  /** The sums, in the order in which they are read. Missing ones at the end are 0. */
  readonly numbers: readonly string[]
}

/** The one view that is about everything and grouped by everything. */
function wholeView(shape: FactShape): FactView {
  const columns = shape.groups.map(({ field, name }) => [field, quote(name)])
  const groups = Object.fromEntries([...columns, ...shape.computed.map(({ field, sql }) => [field, sql])])
  return { about: '', where: shape.where, groups, numbers: numbersOf(shape) }
}

/** All sums of a shape. With `fields`, the sums of all other fields are 0. */
export function numbersOf({ sums, measures }: FactShape, fields?: readonly string[]): string[] {
  const isTold = (field: string) => fields === undefined || fields.includes(field)
  const reported = measures.flatMap(({ field, name }) => {
    if (!isTold(field)) return ['0e0', '0e0']
    return [`coalesce(${sumOf(quote(name))}, 0e0)`, asFloat(`count(${quote(name)})`)]
  })
  return [
    isTold('events') ? asFloat('count(*)') : '0e0',
    ...sums.map(({ field, name }) => (isTold(field) ? sumOf(quote(name)) : '0e0')),
    ...reported,
  ]
}

export function sumOf(sql: string): string {
  return `sum(${asFloat(sql)})`
}

/**
 * The facts of a day, for both engines: those of each view, one view after the other, all with the same columns. `source`
 * has each event once; `organization` and `day` are literals or parameters.
 *
 * Sums are in floating point on purpose. Integers add up exactly below 2^53. A larger sum is recognised and reported as
 * the largest exact number, whereas 64-bit integers would silently overflow in one of the engines.
 */
export function factsQuery(
  shape: FactShape,
  source: string,
  organization: string,
  day: string,
  views: readonly FactView[] = [wholeView(shape)],
): string {
  return views.map((view) => viewQuery(shape, view, source, eventsOfDay(organization, day))).join('\nunion all\n')
}

function viewQuery(shape: FactShape, view: FactView, source: string, ofDay: string): string {
  const texts = [...shape.groups, ...shape.computed].map(({ field }) => view.groups[field])
  const numbers = kindsOf(shape).slice(textCount(shape))
  return `select ${[`'${view.about}'`, ...texts.map((sql) => sql ?? `''`), ...numbers.map((_, at) => view.numbers[at] ?? '0e0')].join(', ')}
from ${source}
where ${ofDay}${view.where === '' ? '' : ` and ${view.where}`}
group by ${texts.filter((sql) => sql !== undefined).join(', ')}`
}
