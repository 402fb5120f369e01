import { dayMs, dayOf } from '../../../ground/platform/days.ts'
import { quote } from '../columns.ts'
import { forEver } from '../queries.ts'
import type { Client } from './client.ts'
import { literal } from './literal.ts'
import { onceEach, selection } from './queries.ts'
import { readRows } from './row-binary.ts'

/** A condition that selects a part of the table. All versions of an event are in the same portion. */
type Portion = string

/** Divides the table into portions of about `rows` rows. With `days`, includes only rows that count on those days. */
export async function listPortions(
  client: Client,
  table: string,
  rows: number,
  days?: ReadonlySet<string>,
): Promise<Portion[]> {
  const idDay = quote('id_day')
  const names = days && [...days].map(literal).join(', ')
  const chosen = names && `${quote('day')} in (${names}) and ${idDay} in (${names}, ${forEver})`
  const where = chosen ? `where ${chosen}` : ''
  const sql = `select toUInt16(${idDay}) * 1e0, count() * 1e0 from ${table} ${where} group by ${idDay} order by ${idDay} format RowBinary`
  const found = await readRows(await client.request({ sql }), ['number', 'number'], (row) => ({
    day: dayOf(row.number(0) * dayMs),
    count: row.number(1),
  }))
  return found.flatMap(({ day, count }) => {
    const parts = Math.ceil(count / rows)
    return Array.from({ length: parts }, (_, part) => {
      const ofDay = `where ${idDay} = ${literal(day)}${chosen ? ` and ${chosen}` : ''}`
      return parts === 1 ? ofDay : `prewhere cityHash64(${quote('id')}) % ${parts} = ${part} ${ofDay}`
    })
  })
}

export function exportQuery(table: string, portion: Portion): string {
  return `select ${selection} from ${table} ${portion} ${onceEach} format RowBinary`
}

export function countQuery(table: string, portion: Portion): string {
  const identity = `${quote('organization')}, ${quote('id')}`
  return `select uniqExact(${identity}) * 1e0 from ${table} ${portion} format RowBinary`
}
