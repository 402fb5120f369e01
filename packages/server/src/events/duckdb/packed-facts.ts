import { tableName } from '../columns.ts'
import { type FactShape, kindsOf, textCount } from '../fact-shape.ts'
import { type FactView, factsQuery } from '../facts-query.ts'
import type { Row } from '../queries.ts'

/** Between facts, between the values of a fact, and before what stands for one of the three in a value. */
const [between, within, instead] = ['\x1e', '\x1f', '\x1b'] as const
/** Within a value, each mark is written as `instead` and a digit. */
const marks = [instead, within, between]
const writtenInstead = new RegExp(`${instead}([012])`, 'g')
const pieces = 64

/**
 * The facts of a day as a few long texts. Taking a value out of an answer is dear however short it is, and fourteen for
 * each fact take several times as long as to add up the day. Whoever has the texts can pass them on without a look.
 */
export function packedQuery(shape: FactShape, source = tableName, views?: readonly FactView[]): string {
  const names = kindsOf(shape).map((_, column) => `c${column}`)
  const texts = names.slice(0, textCount(shape))
  // Whole numbers of this type are written out in less time than those in floating point, and none is too big for it.
  // Most are 0, which is read from an empty text as well.
  const totals = names
    .slice(texts.length)
    .map((name) => `case when ${name} = 0 then '' else ${name}::hugeint::varchar end`)
  // Several times as quick as the same with `||`, which makes a text of its own at every step.
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
