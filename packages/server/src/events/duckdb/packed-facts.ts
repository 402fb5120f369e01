import { quote } from '../columns.ts'
import { type FactShape, textCount } from '../fact-shape.ts'
import { type FactView, toldColumns, viewQuery } from '../facts-query.ts'
import type { Row } from '../queries.ts'
import { createKnownTexts } from './known-texts.ts'

/** The separators of facts and of values, and the escape character. */
const [between, within, instead] = ['\x1e', '\x1f', '\x1b'] as const
/** Within a value, each of these is written as the escape character and a digit. */
const marks = [instead, within, between]
const writtenInstead = new RegExp(`${instead}([012])`, 'g')
const pieces = 16

/** The events of the organization $1 on the day $2. A file is not divided by days of ids, so they need not be read. */
export const eventsOfDayInFile = `${quote('organization')} = $1 and ${quote('day')} = $2`

/**
 * The facts of a view of a day as a few long texts, and how many facts each text has. Reading a value from an answer is
 * expensive however short it is, and fourteen values of each fact would take several times as long as adding up the day.
 * The texts can be passed on unread. Each begins with what its facts are about and the positions of their values.
 */
export function packedQuery(shape: FactShape, source: string, view: FactView): string {
  const told = toldColumns(shape, view)
  const names = told.map(([position]) => `c${position}`)
  const texts = names.filter((_, at) => (told[at]?.[0] ?? 0) < textCount(shape))
  // DuckDB writes integers faster than floating-point numbers, and this type is large enough for all of them. Most are
  // 0, which an empty text means too.
  const totals = names
    .slice(texts.length)
    .map((name) => `case when ${name} = 0 then '' else ${name}::hugeint::varchar end`)
  // Several times as fast as `||`, which builds a text at every step.
  const line = (cells: readonly string[]) => `concat_ws('${within}', ${[...cells, ...totals].join(', ')})`
  const isSpecial = marks.map((mark) => `contains(concat(${texts.join(', ')}), '${mark}')`).join(' or ')
  const head = [view.about, ...told.map(([position]) => position)].join(within)
  const facts = viewQuery(
    view,
    told.map(([, sql]) => sql),
    source,
    eventsOfDayInFile,
  )
  return `select encode('${head}${between}' || string_agg(case when ${isSpecial} then '${instead}' || ${line(texts.map(escapedText))} else ${line(texts)} end, '${between}')), count(*) * 1e0
from (${facts}) as facts (${names.join(', ')})
group by hash(${texts.join(', ')}) % ${pieces}`
}

/** The same separators as bytes. They are never part of another character. */
const betweenByte = between.charCodeAt(0)
const withinByte = within.charCodeAt(0)
const insteadByte = instead.charCodeAt(0)
const decoder = new TextDecoder()

/** Reads facts as bytes: a string for each value would be garbage a moment later. */
export function unpackFacts<T>(toFact: (row: Row) => T): (piece: Uint8Array) => Generator<T> {
  const textOf = createKnownTexts()
  let bytes: Uint8Array = new Uint8Array()
  let view = new DataView(bytes.buffer)
  let about = ''
  /** Where the value of each column is. What has no value is in the last place, which is always empty. */
  let places: readonly number[] = []
  const starts = new Int32Array(maxColumns + 1)
  const ends = new Int32Array(maxColumns + 1)
  /** The values of a fact with escaped ones. */
  let unescapedValues: readonly string[] | undefined
  const row: Row = {
    text: (column) => {
      if (column === 0) return about
      const place = places[column] as number
      if (unescapedValues) return unescapedValues[place] ?? ''
      return textOf(view, starts[place] as number, ends[place] as number)
    },
    number: (column) => {
      const place = places[column] as number
      if (unescapedValues) return Number(unescapedValues[place] ?? '')
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
    while (end < piece.length) {
      const start = end + 1
      end = findValues(piece, start, starts, ends)
      const isEscaped = piece[start] === insteadByte
      unescapedValues = isEscaped ? valuesOf(decoder.decode(piece.subarray(start + 1, end))) : undefined
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
      yield Buffer.concat(some)
      some = []
      size = 0
    }
    // All pieces of an answer begin alike. A further one goes on after its beginning, with a separator.
    some.push(some.length === 0 ? piece : piece.subarray(piece.indexOf(betweenByte)))
    size += piece.length
  }
  if (some.length > 0) yield Buffer.concat(some)
}

function valuesOf(line: string): string[] {
  return line.split(within).map(unescaped)
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

function escapedText(column: string): string {
  return marks.reduce((text, mark, digit) => `replace(${text}, '${mark}', '${instead}${digit}')`, column)
}

function unescaped(text: string): string {
  return text.replaceAll(writtenInstead, (_, digit) => marks[Number(digit)] ?? '')
}
