import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { computerId, computerOf, sessionId } from './rows.ts'
import type { SqlRequest, SqlResult } from './sql-job.ts'
import type { Source, Transaction } from './transaction.ts'

/**
 * Replaces pgbench where it is not installed. It costs more than pgbench, so the service looks better in comparison.
 */
process.on('message', (request: SqlRequest) => {
  run(request).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`The SQL driver failed: ${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})

async function run({ connection, transaction, sessions, clients, durationMs }: SqlRequest): Promise<SqlResult> {
  const connected = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      return client
    }),
  )
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  let transactions = 0
  await Promise.all(
    connected.map(async (client) => {
      while (performance.now() < startedAt + durationMs) {
        await play(client, transaction, Math.floor(Math.random() * sessions))
        transactions++
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  await Promise.all(connected.map((client) => client.end()))
  return { transactions, seconds, cpuSeconds: (user + system) / 1e6 }
}

async function play(client: pg.Client, { steps, isExplicit }: Transaction, session: number): Promise<void> {
  let seq = 0
  const resolve = (source: Source): string | null => {
    if (source === 'session') return sessionId(session)
    if (source === 'computer') return computerId(computerOf(session))
    if (source === 'new id') return randomUUIDv7()
    if (source === 'time') return String(Date.now())
    if (source === 'seq') return String(seq)
    return source.fixed
  }
  if (isExplicit) await client.query('begin')
  for (const { name, text, sources, tells } of steps) {
    const { rows } = await client.query<Record<string, number>>({ name, text, values: sources.map(resolve) })
    if (tells === 'seq') seq = rows[0]?.seq ?? 0
    if (tells === 'message_count') seq = (rows[0]?.message_count ?? 0) + 1
  }
  if (isExplicit) await client.query('commit')
}
