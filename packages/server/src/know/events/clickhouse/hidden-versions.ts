import { quote } from '../columns.ts'
import type { Client } from './client.ts'
import { literal } from './literal.ts'
import { onceEach } from './queries.ts'
import { readRows } from './row-binary.ts'

/** Events that have both versions that meet a condition and versions that do not. */
interface MixedEvents {
  /** Hexadecimal ids of events whose counting version meets the condition. */
  readonly meeting: readonly string[]
  /** The number of events whose counting version does not meet the condition. */
  readonly others: number
}

/** Nearly always finds none: an event has several versions only if it was sent again with different content. */
export async function findMixedEvents(
  client: Client,
  table: string,
  organizationId: string,
  condition: string,
): Promise<MixedEvents> {
  const [idDay, id] = [quote('id_day'), quote('id')]
  const own = `${quote('organization')} = ${literal(organizationId)}`
  const near = `${own} and ${idDay} global in (select distinct ${idDay} from ${table} where ${condition})`
  const isMixed = `sum(${condition}) > 0 and sum(${condition}) < count()`
  const mixed = `select ${id} from ${table} where ${near} group by ${idDay}, ${id} having ${isMixed}`
  const sql = `select lower(hex(${id})), (${condition}) * 1e0 from (
select * from ${table} where ${near} and ${id} global in (${mixed}) ${onceEach}
) format RowBinary`
  const found = await readRows(await client.request({ sql, timeoutMs: 300_000 }), ['text', 'number'], (row) => ({
    id: row.text(0),
    meets: row.number(1) === 1,
  }))
  const meeting = found.filter(({ meets }) => meets).map((event) => event.id)
  return { meeting, others: found.length - meeting.length }
}
