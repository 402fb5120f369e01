import { dayFacts, type FactShape, textCount } from '../fact-shape.ts'
import { type FactView, toldColumns, viewQuery } from '../facts-query.ts'
import { namedTypes } from '../name-bounds.ts'
import type { Row } from '../queries.ts'

/** The separators of facts and of values, and the character that begins a fact whose texts are written as hexadecimal digits. */
const [between, within, instead] = ['\x1e', '\x1f', '\x1b'] as const
/** An answer has at most this many pieces. Those of a large one need not be joined, which would copy them. */
const pieces = 4

/** The facts of a view, packed. `ofDay` is the condition for events of the day. */
export function packedFacts(
  shape: FactShape,
  source: string,
  view: FactView,
  ofDay: string,
  counting?: Pick<Packing, 'count'>,
): string {
  const told = toldColumns(shape, view)
  const columns = told.map(([, sql]) => sql)
  const positions = told.map(([position]) => position)
  const texts = positions.filter((position) => position < textCount(shape)).length
  return packedQuery(viewQuery(view, columns, source, ofDay), { about: view.about, positions, texts, ...counting })
}

/**
 * The facts of a view that has names, packed, with the number of different names that have to be bounded. A name that is in
 * several pieces counts in each of them.
 */
export function packedNames(source: string, view: FactView, ofDay: string): string {
  const [type, ...names] = ['type', 'name', 'detail', 'extra'].filter((field) => field in view.groups).map(cellOf)
  const isNamed = `${type} in [${namedTypes.map((one) => `'${one}'`).join(', ')}]`
  const count = `count(distinct (${[type, ...names].join(', ')})) filter (where ${isNamed})`
  return packedFacts(dayFacts, source, view, ofDay, { count })
}

interface Packing {
  /** What the rows are about. They have it in their first column, unless that is among `positions`. */
  readonly about: string
  /** The positions of the values. All other columns are empty or 0. */
  readonly positions: readonly number[]
  /** The number of texts, which come before the numbers. */
  readonly texts: number
  /** What to count in each piece; by default its rows. */
  readonly count?: string
  /** Rows that agree in this are in the same piece; by default all texts. */
  readonly key?: string
}

/**
 * The rows of a query as a few long texts, with a count for each of them. Reading a value from an answer is expensive
 * however short it is, and fourteen values of each fact would take several times as long as adding up the day. The texts
 * can be passed on unread. Each begins with what its rows are about and the positions of their values.
 *
 * The statement is short on purpose: DuckDB plans each one anew, with one thread.
 */
export function packedQuery(query: string, { positions, ...packing }: Packing): string {
  const names = positions.map((position) => `c${position}`)
  const texts = names.slice(0, packing.texts)
  const { about, count = 'count(*)', key = texts.join(', ') } = packing
  // DuckDB writes integers faster than floating-point numbers, and this type is large enough for all of them.
  const numbers = names.slice(packing.texts).map((name) => `${name}::hugeint`)
  // Several times as fast as `||`, which builds a text at every step.
  const joined = (cells: readonly string[]) => `concat_ws('${within}', ${cells.join(', ')})`
  const isSpecial = [instead, within, between].map((mark) => `contains(concat(${texts.join(', ')}), '${mark}')`)
  const asDigits = `'${instead}' || ${joined(texts.map((text) => `hex(${text})`))}`
  const line = joined([`case when ${isSpecial.join(' or ')} then ${asDigits} else ${joined(texts)} end`, ...numbers])
  const head = [about, ...positions].join(within)
  return `select encode('${head}${between}' || string_agg(${line}, '${between}')), (${count}) * 1e0
from (${query}) as packed (${names.join(', ')})
group by hash(${key}) % ${pieces}`
}

/** The name of a field's column in a packed query of `dayFacts`. */
function cellOf(field: string): string {
  return `c${1 + dayFacts.groups.findIndex((column) => column.field === field)}`
}

const decoder = new TextDecoder()

/** Reads packed rows. Texts that are written as digits are only made when they are asked for. */
export function unpackFacts<T>(toFact: (row: Row) => T): (piece: Uint8Array) => Generator<T> {
  return function* (piece) {
    const [head = '', ...lines] = decoder.decode(piece).split(between)
    const [about = '', ...columns] = head.split(within)
    const places = new Map(columns.map((column, place) => [Number(column), place]))
    let cells: readonly string[] = []
    let isInDigits = false
    const cellOf = (column: number) => cells[places.get(column) ?? -1] ?? ''
    const row: Row = {
      text(column) {
        if (column === 0 && !places.has(0)) return about
        return isInDigits ? Buffer.from(cellOf(column), 'hex').toString() : cellOf(column)
      },
      number: (column) => Number(cellOf(column)),
    }
    for (const line of lines) {
      isInDigits = line.startsWith(instead)
      cells = (isInDigits ? line.slice(1) : line).split(within)
      yield toFact(row)
    }
  }
}

/** A message to another process costs as much as reading some hundred facts. */
const joinedBytes = 512 * 1024

/** The facts of an answer in fewer pieces, which stay small. */
export function* joinedPieces(answer: readonly Uint8Array[]): Generator<Uint8Array> {
  let some: Uint8Array[] = []
  let size = 0
  for (const piece of answer) {
    if (size > 0 && size + piece.length > joinedBytes) {
      yield Buffer.concat(some)
      some = []
      size = 0
    }
    // All pieces of an answer begin alike. A further one goes on after its beginning, with a separator.
    some.push(some.length === 0 ? piece : piece.subarray(piece.indexOf(between.charCodeAt(0))))
    size += piece.length
  }
  if (some.length > 0) yield Buffer.concat(some)
}
