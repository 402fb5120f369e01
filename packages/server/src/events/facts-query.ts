import { quote } from './columns.ts'
import { type FactShape, kindsOf, textCount } from './fact-shape.ts'
import { asFloat, eventsOfDay } from './queries.ts'

/** Facts that tell of one thing, and so need not be told apart by anything else. */
export interface FactView {
  readonly about: string
  /** Which events it is made of, beside the day; empty: all. */
  readonly where: string
  /** What to group by, by the name of the field. Fields that are left out are empty. */
  readonly groups: Readonly<Record<string, string>>
  /** What is added up, in the order in which it is read. What is left out at the end is 0. */
  readonly numbers: readonly string[]
}

/** Facts that tell of everything, and are told apart by everything. */
function wholeView(shape: FactShape): FactView {
  const columns = shape.groups.map(({ field, name }) => [field, quote(name)])
  const groups = Object.fromEntries([...columns, ...shape.computed.map(({ field, sql }) => [field, sql])])
  return { about: '', where: shape.where, groups, numbers: numbersOf(shape) }
}

/** All numbers of facts, or those of some fields alone. */
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
 * The facts of a day, for both engines: those of each view one after the other, all with the same columns. `source` names
 * events of which none occurs twice; `organization` and `day` are literals or parameters.
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
