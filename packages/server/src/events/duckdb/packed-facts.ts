import { tableName } from '../columns.ts'
import { type FactShape, kindsOf, textCount } from '../fact-shape.ts'
import { type FactView, factsQuery } from '../facts-query.ts'
import type { Row } from '../queries.ts'

/** The separators of facts and of values, and the escape character. */
const [between, within, instead] = ['\x1e', '\x1f', '\x1b'] as const
/** Within a value, each of these is written as the escape character and a digit. */
const marks = [instead, within, between]
const writtenInstead = new RegExp(`${instead}([012])`, 'g')
const pieces = 64

/**
 * The facts of a day as a few long texts. Reading a value from an answer is expensive however short it is, and fourteen
 * values of each fact would take several times as long as adding up the day. The texts can be passed on unread.
 */
export function packedQuery(shape: FactShape, source = tableName, views?: readonly FactView[]): string {
  const names = kindsOf(shape).map((_, column) => `c${column}`)
  const texts = names.slice(0, textCount(shape))
  // DuckDB writes integers faster than floating-point numbers, and this type is large enough for all of them. Most are
  // 0, which an empty text means too.
  const totals = names
    .slice(texts.length)
    .map((name) => `case when ${name} = 0 then '' else ${name}::hugeint::varchar end`)
  // Several times as fast as `||`, which builds a text at every step.
  const line = (cells: readonly string[]) => `concat_ws('${within}', ${[...cells, ...totals].join(', ')})`
  const isSpecial = marks.map((mark) => `contains(concat(${texts.join(', ')}), '${mark}')`).join(' or ')
  return `select encode(string_agg(case when ${isSpecial} then '${instead}' || ${line(texts.map(escapedText))} else ${line(texts)} end, '${between}'))
from (${factsQuery(shape, source, '$1', '$2', views)}) as facts (${names.join(', ')})
group by hash(${texts.slice(0, 5).join(', ')}) % ${pieces}`
}

const decoder = new TextDecoder()

export function unpackFacts<T>(toFact: (row: Row) => T): (piece: Uint8Array) => Generator<T> {
  let values: readonly string[] = []
  const row: Row = { text: (column) => values[column] ?? '', number: (column) => Number(values[column]) }
  return function* (piece) {
    for (const line of decoder.decode(piece).split(between)) {
      values = line.startsWith(instead) ? line.slice(1).split(within).map(unescaped) : line.split(within)
      yield toFact(row)
    }
  }
}

function escapedText(column: string): string {
  return marks.reduce((text, mark, digit) => `replace(${text}, '${mark}', '${instead}${digit}')`, column)
}

function unescaped(text: string): string {
  return text.replaceAll(writtenInstead, (_, digit) => marks[Number(digit)] ?? '')
}
