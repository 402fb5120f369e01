import type pg from 'pg'
import { connectAlone } from './database-snapshot.ts'

/** Longer than any write of events; a day that is being computed may have to end first. */
const patienceMs = 60_000

/**
 * Runs `work` while no event is between the two stores, on any node.
 *
 * An event is written in a transaction that marks its day in `analytics_days`, or locks that table like one that does, then
 * stores the event, then commits. The lock lets such transactions finish and keeps others from beginning, so during `work`
 * the event store holds the events of committed transactions and no others. Senders wait meanwhile.
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
