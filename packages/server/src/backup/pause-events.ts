import type pg from 'pg'
import { connectAlone } from './database-snapshot.ts'

/** Longer than any write of events. A day that is being computed may have to finish first. */
const patienceMs = 60_000

/**
 * Runs `work` while no event is in one store but not yet in the other, on any node.
 *
 * A transaction that writes an event marks the day in `analytics_days` or takes the same lock on that table, then
 * stores the event, then commits. Our lock waits for these transactions and keeps new ones from starting. So during
 * `work` the event store holds exactly the events of committed transactions. Senders wait meanwhile.
 */
export async function whileEventsPause<T>(connection: pg.ClientConfig, work: () => Promise<T>): Promise<T> {
  const client = await connectAlone(connection)
  try {
    await client.query(`begin; set local lock_timeout = ${patienceMs}`)
    const { rows } = await client.query<{ known: boolean }>(`select to_regclass('analytics_days') is not null as known`)
    if (rows[0]?.known) await client.query('lock table analytics_days in share mode')
    return await work()
  } finally {
    await client.end()
  }
}
