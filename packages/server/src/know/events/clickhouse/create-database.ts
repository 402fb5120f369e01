import { ask } from './client.ts'
import { literal, quoted } from './literal.ts'
import type { ClickHouseNode } from './nodes.ts'

/** Creates the database only if it is missing, because the user may have no right to create one. */
export async function createDatabase(node: ClickHouseNode): Promise<void> {
  const server = { ...node, database: 'system' }
  const known = await ask(server, { sql: `select count() from databases where name = ${literal(node.database)}` })
  if (Number(known.toString()) > 0) return
  await ask(server, { sql: `create database if not exists ${quoted(node.database)}` })
}
