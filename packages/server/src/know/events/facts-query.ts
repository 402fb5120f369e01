import { quote } from './columns.ts'
import { type FactShape, kindsOf } from './fact-shape.ts'
import { asFloat, eventsOfDay } from './queries.ts'

/** A view of one kind of facts, grouped only by the columns that matter to it. */
export interface FactView {
  readonly about: string
  /** The condition for events, besides that of the day, or for the groups of `first`; empty for all. */
  readonly where: string
  /**
   * Columns, by name, and sums of a first grouping, whose groups the view then groups again. That is faster if the view
   * has conditions on texts: there are far fewer groups than events.
   */
  readonly first?: {
    readonly groups: Readonly<Record<string, string>>
    readonly numbers: Readonly<Record<string, string>>
  }
  /** The expressions to group by, by the name of the field. All other fields are empty. */
  readonly groups: Readonly<Record<string, string>>
  /** The sums, in the order in which they are read. Sums that are left out at the end are 0. */
  readonly numbers: readonly string[]
}

/** The view that covers all kinds of facts and groups by every column. */
export function wholeView(shape: FactShape): FactView {
  const columns = shape.groups.map(({ field, name }) => [field, quote(name)])
  const groups = Object.fromEntries([...columns, ...shape.computed.map(({ field, sql }) => [field, sql])])
  return { about: '', where: shape.where, groups, numbers: numbersOf(shape) }
}

const zero = '0e0'

/** All sums of a shape. With `fields`, the sums of other fields are 0. */
export function numbersOf({ sums, measures }: FactShape, fields?: readonly string[]): string[] {
  const isTold = (field: string) => fields === undefined || fields.includes(field)
  const reported = measures.flatMap(({ field, name }) => {
    if (!isTold(field)) return [zero, zero]
    return [`coalesce(${sumOf(quote(name))}, ${zero})`, asFloat(`count(${quote(name)})`)]
  })
  return [
    isTold('events') ? asFloat('count(*)') : zero,
    ...sums.map(({ field, name }) => (isTold(field) ? sumOf(quote(name)) : zero)),
    ...reported,
  ]
}

/** The same sums, computed first for finer groups and then over these groups. */
export function inTwoSteps(numbers: readonly string[]) {
  const first = numbers.flatMap((sql, at) => (sql === zero ? [] : [[`sum_${at}`, sql]]))
  return {
    first: Object.fromEntries(first) as Record<string, string>,
    numbers: numbers.map((sql, at) => (sql === zero ? zero : `sum(sum_${at})`)),
  }
}

export function sumOf(sql: string): string {
  return `sum(${asFloat(sql)})`
}

/**
 * Selects the facts of a day, for both engines: those of each view in turn, all with the same columns. `source`
 * contains each event once; `organization` and `day` are literals or parameters.
 *
 * Sums are floating-point numbers: they are exact below 2^53, and a larger sum is detected and reported as the largest
 * exact number, whereas 64-bit integers would silently overflow in one of the engines.
 */
export function factsQuery(
  shape: FactShape,
  source: string,
  organization: string,
  day: string,
  views: readonly FactView[] = [wholeView(shape)],
): string {
  const queries = views.map((view) => {
    const told = new Map(toldColumns(shape, view))
    const columns = kindsOf(shape).map((kind, at) => told.get(at) ?? (kind === 'text' ? `''` : zero))
    return viewQuery(view, [`'${view.about}'`, ...columns.slice(1)], source, eventsOfDay(organization, day))
  })
  return queries.join('\nunion all\n')
}

/** The columns that a view fills, with their positions, except the kind of fact. */
export function toldColumns(shape: FactShape, { groups, numbers }: FactView): [position: number, sql: string][] {
  const texts = [...shape.groups, ...shape.computed].map(({ field }) => groups[field])
  const all = [undefined, ...texts, ...numbers]
  return all.flatMap((sql, at): [number, string][] => (sql === undefined || sql === zero ? [] : [[at, sql]]))
}

/** Selects the given columns of a view. `ofDay` is the condition for events of the day. */
export function viewQuery(view: FactView, columns: readonly string[], source: string, ofDay: string): string {
  const grouped = (selected: readonly string[], from: string, where: readonly string[], groups: readonly string[]) => {
    const conditions = where.filter((one) => one !== '')
    const wanted = conditions.length === 0 ? '' : `\nwhere ${conditions.join(' and ')}`
    return `select ${selected.join(', ')}\nfrom ${from}${wanted}\ngroup by ${groups.join(', ')}`
  }
  const groups = Object.values(view.groups)
  if (!view.first) return grouped(columns, source, [ofDay, view.where], groups)
  const named = Object.entries({ ...view.first.groups, ...view.first.numbers })
  // A column keeps its own name, so that the view can refer to it by either name.
  const selected = named.map(([name, sql]) => (/^"\w+"$/.test(sql) ? sql : `${sql} as ${quote(name)}`))
  const first = grouped(selected, source, [ofDay], Object.values(view.first.groups))
  return grouped(columns, `(${first}) as finer`, [view.where], groups)
}
