import { quote, tableName } from '../columns.ts'
import { ask, ClickHouseError } from './client.ts'
import type { ClickHouseNode } from './nodes.ts'

/** An id is looked for without reading a whole day, and what arrived lately without reading all days. */
const indexes = [`muster_id ${quote('id')} type bloom_filter(0.001)`, `muster_arrived ${quote('arrived')} type minmax`]

/**
 * Rows that are written from then on are in the indexes; nothing is rewritten. All answers are the same without them: an old
 * version that knows no such index, and a user who may not change tables, only wait longer.
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
