import { dayFacts, type FactShape, textCount } from '../fact-shape.ts'
import { type FactView, toldColumns, viewQuery } from '../facts-query.ts'
import { namedTypes } from '../name-bounds.ts'
import type { Row } from '../queries.ts'

/**
 * The separators between facts and between values, and the prefix of a fact whose texts are encoded as hexadecimal
 * digits.
 */
const [between, within, instead] = ['\x1e', '\x1f', '\x1b'] as const
/** An answer has at most this many pieces. Pieces of a large answer are not joined, which would copy them. */
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
 * The facts of a view that has names, packed, with the number of distinct names of the bounded kinds. A name that
 * occurs in several pieces counts in each of them.
 */
export function packedNames(source: string, view: FactView, ofDay: string): string {
  const [type, ...names] = ['type', 'name', 'detail', 'extra'].filter((field) => field in view.groups).map(cellOf)
  const isNamed = `${type} in [${namedTypes.map((one) => `'${one}'`).join(', ')}]`
  const count = `count(distinct (${[type, ...names].join(', ')})) filter (where ${isNamed})`
  return packedFacts(dayFacts, source, view, ofDay, { count })
}

interface Packing {
  /**
   * The kind of facts of these rows. It is stored once for each piece, unless the first column is among `positions`.
   */
  readonly about: string
  /** The column positions of the values. All other columns are empty or 0. */
  readonly positions: readonly number[]
  /** The number of text columns, which come before the numbers. */
  readonly texts: number
  /** The expression to count in each piece; by default its rows. */
  readonly count?: string
  /** Rows with equal values of this expression are in the same piece; by default all texts. */
  readonly key?: string
}

/**
 * Selects the rows of a query as a few long texts, with a count for each. Reading any value from an answer is
 * expensive, and reading fourteen values of each fact would take several times as long as adding up the day. The texts
 * can be passed on without parsing. Each begins with the kind of its rows and the positions of their values.
 *
 * The statement is kept short: DuckDB plans each one anew, in one thread.
 */
export function packedQuery(query: string, { positions, ...packing }: Packing): string {
  const names = positions.map((position) => `c${position}`)
  const texts = names.slice(0, packing.texts)
  const { about, count = 'count(*)', key = texts.join(', ') } = packing
  // DuckDB formats integers faster than floating-point numbers, and this type is large enough for all of them.
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

/** Reads packed rows. Hexadecimal texts are decoded only when they are read. */
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

/** Joins the pieces of an answer into fewer pieces of limited size. */
export function* joinedPieces(answer: readonly Uint8Array[]): Generator<Uint8Array> {
  let some: Uint8Array[] = []
  let size = 0
  for (const piece of answer) {
    if (size > 0 && size + piece.length > joinedBytes) {
      yield Buffer.concat(some)
      some = []
      size = 0
    }
    // All pieces of an answer have the same head. From a further one only the rows are appended, with the separator
    // before them.
    some.push(some.length === 0 ? piece : piece.subarray(piece.indexOf(between.charCodeAt(0))))
    size += piece.length
  }
  if (some.length > 0) yield Buffer.concat(some)
}
