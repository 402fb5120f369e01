import type { ClientType } from '@muster/contract/telemetry'
import { tableName } from '../columns.ts'
import { whole as exact, factKinds, factsQuery, type Row, toFact } from '../queries.ts'
import type { Fact } from '../usage-event.ts'
import type { EventFile } from './event-file.ts'

const separator = '\x1f'
/** Client, type, name, detail, extra, events, quantity, tokens. */
const parts = 8

const plainQuery = factsQuery(tableName, '$1', '$2')
const names = factKinds.map((_, column) => `c${column}`)
const [user, session, client, type, name, detail, extra, events, quantity, ...tokens] = names
/** Whole numbers of this type are written out in less time than those in floating point, and none is too big for it. */
const textOf = (column: string | undefined) => `${column}::hugeint::varchar`
const packed = [
  ...[client, type, name, detail, extra],
  ...[events, quantity].map(textOf),
  `case when ${tokens.join(' + ')} = 0 then '' else ${tokens.map(textOf).join(` || ',' || `)} end`,
]
const packedQuery = `select ${user}, ${session}, count(*) * 1e0, string_agg(${packed.join(` || '${separator}' || `)}, '${separator}')
from (${plainQuery}) as facts (${names.join(', ')})
group by ${user}, ${session}`

/**
 * The facts of a day. Those of a session come as one text: taking a value out of an answer is dear however short it is,
 * and fourteen for each fact take several times as long as to add up the day.
 *
 * A value that holds the separator itself cannot be mistaken for several, since there are too many parts then. In that
 * case every value is asked for by itself.
 */
export async function readFacts(file: EventFile, organizationId: string, day: string): Promise<Fact[]> {
  const facts: Fact[] = []
  let untilHalt = factsOfStep
  for await (const piece of file.stream(packedQuery, [organizationId, day], packedOf)) {
    for (const { ofUser, ofSession, count, text } of piece) {
      const values = text.split(separator)
      if (values.length !== parts * count) return file.all(plainQuery, [organizationId, day], toFact)
      for (let at = 0; at < values.length; at += parts) facts.push(factAt(values, at, ofUser, ofSession))
      untilHalt -= count
      if (untilHalt > 0) continue
      // A piece of an answer may hold a hundred thousand facts, and others are waiting for their turn.
      await new Promise(setImmediate)
      untilHalt = factsOfStep
    }
  }
  return facts
}

/** So many facts take about ten milliseconds. */
const factsOfStep = 5_000

/** The facts of one session. */
function packedOf(row: Row) {
  return { ofUser: row.text(0), ofSession: row.text(1), count: row.number(2), text: row.text(3) }
}

function factAt(values: readonly string[], at: number, ofUser: string, ofSession: string): Fact {
  const sums = values[at + 7] ? (values[at + 7] ?? '').split(',') : none
  return {
    user: ofUser,
    session: ofSession,
    client: values[at] as ClientType,
    type: values[at + 1] as Fact['type'],
    name: values[at + 2] ?? '',
    detail: values[at + 3] ?? '',
    extra: values[at + 4] ?? '',
    events: exact(Number(values[at + 5])),
    quantity: exact(Number(values[at + 6])),
    inputTokens: exact(Number(sums[0])),
    outputTokens: exact(Number(sums[1])),
    cacheReadTokens: exact(Number(sums[2])),
    cacheWriteTokens: exact(Number(sums[3])),
    billableTokens: exact(Number(sums[4])),
  }
}

const none = ['0', '0', '0', '0', '0']
