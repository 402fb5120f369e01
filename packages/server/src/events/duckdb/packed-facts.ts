import { type FactShape, textCount } from '../fact-shape.ts'
import { type FactView, toldColumns, viewQuery } from '../facts-query.ts'
import { eventsOfDay, type Row } from '../queries.ts'

/** The separators of facts and of values, and the escape character. */
const [between, within, instead] = ['\x1e', '\x1f', '\x1b'] as const
/** Within a value, each of these is written as the escape character and a digit. */
const marks = [instead, within, between]
const writtenInstead = new RegExp(`${instead}([012])`, 'g')
const pieces = 16

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
    eventsOfDay('$1', '$2'),
  )
  return `select encode('${head}${between}' || string_agg(case when ${isSpecial} then '${instead}' || ${line(texts.map(escapedText))} else ${line(texts)} end, '${between}')), count(*) * 1e0
from (${facts}) as facts (${names.join(', ')})
group by hash(${texts.join(', ')}) % ${pieces}`
}

const decoder = new TextDecoder()

export function unpackFacts<T>(toFact: (row: Row) => T): (piece: Uint8Array) => Generator<T> {
  let about = ''
  let values: string[] = []
  /** Where the value of each column is. What has no value is in the last place, which is always empty. */
  let places: readonly number[] = []
  const row: Row = {
    text: (column) => (column === 0 ? about : (values[places[column] as number] as string)),
    number: (column) => Number(values[places[column] as number]),
  }
  return function* (piece) {
    const lines = decoder.decode(piece).split(between)
    const [subject = '', ...columns] = (lines[0] ?? '').split(within)
    about = subject
    places = placesOf(columns.map(Number))
    for (let at = 1; at < lines.length; at++) {
      const line = lines[at] as string
      values = line.startsWith(instead) ? line.slice(1).split(within).map(unescaped) : line.split(within)
      values.push('')
      yield toFact(row)
    }
  }
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
