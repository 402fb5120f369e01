import { missingColumns } from '../schema-version.ts'
import { ask, ClickHouseError } from './client.ts'
import { definitions } from './column-types.ts'
import { literal, quoted } from './literal.ts'
import type { ClickHouseNode } from './nodes.ts'
import { ClickHouseSetupError } from './setup-error.ts'

/**
 * Adds missing columns to a table. This rewrites no data and blocks no writes: nodes of the earlier version continue to
 * write rows without the new values. Another node may add the same columns at the same time.
 */
export async function addColumns(node: ClickHouseNode, table: string): Promise<void> {
  for (const column of missingColumns(await columnsOf(node, table))) {
    const sql = `alter table ${quoted(table)} add column ${definitions([column])}`
    try {
      await ask(node, { sql })
    } catch (error) {
      if ((await columnsOf(node, table)).includes(column.name)) continue
      if (!(error instanceof ClickHouseError) || !refusals.includes(error.code)) throw error
      const advice = `Run this on every server, or let the user of CLICKHOUSE_URL do so: ${sql}`
      throw new ClickHouseSetupError(`The table ${table} at ${node.address} lacks a column. ${advice}`, {
        cause: error,
      })
    }
  }
}

/** The codes for read-only and for a missing permission. */
const refusals = [164, 497]

async function columnsOf(node: ClickHouseNode, table: string): Promise<string[]> {
  const where = `database = ${literal(node.database)} and table = ${literal(table)}`
  const answer = await ask(node, { sql: `select name from system.columns where ${where} format TabSeparated` })
  return answer
    .toString()
    .split('\n')
    .filter((name) => name !== '')
}
