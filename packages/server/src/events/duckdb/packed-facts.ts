import type { ClientType } from '@muster/contract/telemetry'
import { tableName } from '../columns.ts'
import { type FoldedNames, shownColumns, withFoldedNames } from '../name-bounds.ts'
import { factKinds, factsQuery, whole } from '../queries.ts'
import type { Fact } from '../usage-event.ts'

/** Between facts, between the values of a fact, and before what stands for one of the three in a value. */
const [between, within, instead] = ['\x1e', '\x1f', '\x1b'] as const
/** Within a value, each mark is written as `instead` and a digit. */
const marks = [instead, within, between]
const writtenInstead = new RegExp(`${instead}([012])`, 'g')
const pieces = 64

const names = factKinds.map((_, column) => `c${column}`)
const [texts, numbers] = [names.slice(0, 7), names.slice(7)]
const allTexts = texts.join(' || ')
/** Whole numbers of this type are written out in less time than those in floating point, and none is too big for it. */
const totals = numbers.map((name) => `${name}::hugeint::varchar`)
const plain = [...texts, ...totals].join(` || '${within}' || `)
const escaped = [...texts.map(escapedText), ...totals].join(` || '${within}' || `)
const isSpecial = [between, within, instead].map((mark) => `contains(${allTexts}, '${mark}')`).join(' or ')

/**
 * The facts of a day as a few long texts. Taking a value out of an answer is dear however short it is, and fourteen for
 * each fact take several times as long as to add up the day. Whoever has the texts can pass them on without a look.
 */
export function packedQuery(folded: readonly FoldedNames[]): string {
  return `select encode(string_agg(case when ${isSpecial} then '${instead}' || ${escaped} else ${plain} end, '${between}'))
from (${unpackedQuery(folded)}) as facts (${names.join(', ')})
group by hash(${names.slice(0, 5).join(', ')}) % ${pieces}`
}

function unpackedQuery(folded: readonly FoldedNames[]): string {
  if (folded.length === 0) return factsQuery(tableName, '$1', '$2')
  return factsQuery(withFoldedNames(tableName, '$1', '$2', folded, 'in'), '$1', '$2', shownColumns)
}

const decoder = new TextDecoder()

export function* unpackFacts(piece: Uint8Array): Generator<Fact> {
  for (const line of decoder.decode(piece).split(between)) {
    if (line.startsWith(instead)) yield factOf(line.slice(1).split(within).map(unescaped))
    else yield factOf(line.split(within))
  }
}

function factOf(values: readonly string[]): Fact {
  const [user = '', session = '', client, type, name = '', detail = '', extra = '', events, quantity] = values
  return {
    user,
    session,
    client: client as ClientType,
    type: type as Fact['type'],
    name,
    detail,
    extra,
    events: whole(Number(events)),
    quantity: whole(Number(quantity)),
    inputTokens: whole(Number(values[9])),
    outputTokens: whole(Number(values[10])),
    cacheReadTokens: whole(Number(values[11])),
    cacheWriteTokens: whole(Number(values[12])),
    billableTokens: whole(Number(values[13])),
  }
}

function escapedText(column: string): string {
  return marks.reduce((text, mark, digit) => `replace(${text}, '${mark}', '${instead}${digit}')`, column)
}

function unescaped(text: string): string {
  return text.replaceAll(writtenInstead, (_, digit) => marks[Number(digit)] ?? '')
}
