import type { DuckDBConnection } from '@duckdb/node-api'

export async function inTransaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await connection.run('begin')
  try {
    await work()
    await connection.run('commit')
  } catch (error) {
    await connection.run('rollback').catch(() => undefined)
    throw error
  }
}
