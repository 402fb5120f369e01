import type { ClientType } from '@muster/contract/telemetry'
import { tableName } from '../columns.ts'
import { whole as exact, factKinds, factsQuery, type Row, toFact } from '../queries.ts'
import type { Fact } from '../usage-event.ts'
import type { EventFile } from './event-file.ts'

const factsEnd = '\x1e'
const separator = '\x1f'
/** Client, type, name, detail, extra, events, quantity, tokens. */
const parts = 8

const plainQuery = factsQuery(tableName, '$1', '$2')
const names = factKinds.map((_, column) => `c${column}`)
const [user, session, client, type, name, detail, extra, events, quantity, ...tokens] = names
const textOf = (column: string | undefined) => `${column}::varchar`
const packed = [
  ...[client, type, name, detail, extra],
  ...[events, quantity].map(textOf),
  `case when ${tokens.join(' + ')} = 0 then '' else ${tokens.map(textOf).join(` || ',' || `)} end`,
]
const packedQuery = `select ${user}, ${session}, count(*) * 1e0, string_agg(${packed.join(` || '${separator}' || `)}, '${factsEnd}')
from (${plainQuery}) as facts (${names.join(', ')})
group by ${user}, ${session}`

/**
 * The facts of a day. Those of a session come as one text: taking a value out of an answer is dear however short it is,
 * and fourteen for each fact take several times as long as to add up the day.
 *
 * Texts that hold a separator themselves cannot be mistaken for several: the number of facts and of their parts tells.
 * Then every value is asked for by itself.
 */
export async function readFacts(file: EventFile, organizationId: string, day: string): Promise<Fact[]> {
  const facts: Fact[] = []
  for await (const piece of file.stream(packedQuery, [organizationId, day], unpack)) {
    for (const some of piece) {
      if (!some) return file.all(plainQuery, [organizationId, day], toFact)
      for (const fact of some) facts.push(fact)
    }
  }
  return facts
}

function unpack(row: Row): Fact[] | undefined {
  const [ofUser, ofSession, count] = [row.text(0), row.text(1), row.number(2)]
  const texts = row.text(3).split(factsEnd)
  if (texts.length !== count) return undefined
  const facts: Fact[] = []
  for (const text of texts) {
    const values = text.split(separator)
    if (values.length !== parts) return undefined
    facts.push(factOf(ofUser, ofSession, values))
  }
  return facts
}

function whole(text: string): number {
  return exact(Number(text))
}

function factOf(ofUser: string, ofSession: string, values: readonly string[]): Fact {
  const [ofClient, ofType, ofName = '', ofDetail = '', ofExtra = '', count = '', sum = '', sums = ''] = values
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0, billable = 0] =
    sums === '' ? [] : sums.split(',').map(whole)
  return {
    user: ofUser,
    session: ofSession,
    client: ofClient as ClientType,
    type: ofType as Fact['type'],
    name: ofName,
    detail: ofDetail,
    extra: ofExtra,
    events: whole(count),
    quantity: whole(sum),
    inputTokens: input,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    billableTokens: billable,
  }
}
