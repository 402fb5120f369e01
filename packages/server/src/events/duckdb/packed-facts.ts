import { dayFacts, type FactShape, textCount } from '../fact-shape.ts'
import { type FactView, toldColumns, viewQuery } from '../facts-query.ts'
import { namedTypes } from '../name-bounds.ts'
import type { Row } from '../queries.ts'
import { createKnownTexts } from './known-texts.ts'

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

/** The same separators as bytes. They are never part of another character. */
const betweenByte = between.charCodeAt(0)
const withinByte = within.charCodeAt(0)
const insteadByte = instead.charCodeAt(0)
const decoder = new TextDecoder()

/** Reads packed rows as bytes: a string for each value would be garbage a moment later. */
export function unpackFacts<T>(toFact: (row: Row) => T): (piece: Uint8Array) => Generator<T> {
  const textOf = createKnownTexts()
  let bytes: Uint8Array = new Uint8Array()
  let view = new DataView(bytes.buffer)
  let about = ''
  let isAboutFirst = true
  /** Where the value of each column is. What has no value is in the last place, which is always empty. */
  let places: readonly number[] = []
  const starts = new Int32Array(maxColumns + 1)
  const ends = new Int32Array(maxColumns + 1)
  /** The texts of this fact are written as hexadecimal digits. */
  let isInDigits = false
  const row: Row = {
    text: (column) => {
      if (column === 0 && isAboutFirst) return about
      const place = places[column] as number
      const start = starts[place] as number
      const end = ends[place] as number
      return isInDigits ? textOfDigits(bytes.subarray(start, end)) : textOf(view, start, end)
    },
    number: (column) => {
      const place = places[column] as number
      return numberIn(bytes, starts[place] as number, ends[place] as number)
    },
  }
  return function* (piece) {
    bytes = piece
    view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength)
    let end = findValues(piece, 0, starts, ends)
    const [subject = '', ...columns] = decoder.decode(piece.subarray(0, end)).split(within)
    about = subject
    places = placesOf(columns.map(Number))
    isAboutFirst = !columns.includes('0')
    while (end < piece.length) {
      const start = end + 1
      end = findValues(piece, start, starts, ends)
      isInDigits = piece[start] === insteadByte
      if (isInDigits) starts[0] = start + 1
      yield toFact(row)
    }
  }
}

/** Finds where the values of a fact start and end, with an empty one after the last. Returns where the fact ends. */
function findValues(bytes: Uint8Array, start: number, starts: Int32Array, ends: Int32Array): number {
  let at = start
  let place = 0
  starts[0] = start
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte > withinByte) continue
    if (byte === betweenByte) break
    if (byte !== withinByte) continue
    ends[place++] = at
    starts[place] = at + 1
  }
  ends[place++] = at
  starts[place] = at
  ends[place] = at
  return at
}

/** A message to another process costs as much as reading some hundred facts. */
const joinedBytes = 512 * 1024

/** The facts of an answer in fewer pieces, which stay small. */
export function* joinedPieces(answer: readonly Uint8Array[]): Generator<Uint8Array> {
  let some: Uint8Array[] = []
  let size = 0
  for (const piece of answer) {
    if (size > 0 && size + piece.length > joinedBytes) {
      yield joinedOf(some)
      some = []
      size = 0
    }
    // All pieces of an answer begin alike. A further one goes on after its beginning, with a separator.
    some.push(some.length === 0 ? piece : piece.subarray(piece.indexOf(betweenByte)))
    size += piece.length
  }
  if (some.length > 0) yield joinedOf(some)
}

/** One piece is passed on as it is: a copy of every fact is memory that V8 would soon look for. */
function joinedOf(some: readonly Uint8Array[]): Uint8Array {
  const [first] = some
  return first && some.length === 1 ? first : Buffer.concat(some)
}

function textOfDigits(digits: Uint8Array): string {
  return Buffer.from(decoder.decode(digits), 'hex').toString()
}

/** Up to this many digits, every step of reading a number is exact. */
const exactDigits = 15

function numberIn(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > exactDigits || bytes[start] === 0x2d) return Number(decoder.decode(bytes.subarray(start, end)))
  let value = 0
  for (let at = start; at < end; at++) value = value * 10 + (bytes[at] as number) - 0x30
  return value
}

/** No shape has more columns. */
const maxColumns = 32

function placesOf(columns: readonly number[]): number[] {
  const places = Array.from({ length: maxColumns }, () => columns.length)
  for (const [place, column] of columns.entries()) places[column] = place
  return places
}
