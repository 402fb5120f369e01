import { quote, tableName } from '../columns.ts'
import { ask, ClickHouseError } from './client.ts'
import type { ClickHouseNode } from './nodes.ts'

/** Indexes to find an id without reading a whole day, and recent arrivals without reading all days. */
const indexes = [`muster_id ${quote('id')} type bloom_filter(0.001)`, `muster_arrived ${quote('arrived')} type minmax`]

/**
 * Only new rows are indexed; nothing is rewritten. The indexes are optional: with an old version that does not support
 * them, or a user who may not alter tables, queries only take longer.
 */
export async function addIndexes(node: ClickHouseNode): Promise<void> {
  for (const index of indexes) {
    await ask(node, {
      sql: `alter table ${quote(tableName)} add index if not exists ${index} granularity 1`,
    }).catch((error: unknown) => {
      if (!(error instanceof ClickHouseError)) throw error
    })
  }
}
