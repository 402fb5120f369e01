import type pg from 'pg'
import type { EventStore } from '../../know/events/event-store.ts'
import { type EventRows, eventReader } from './event-rows.ts'
import { BackupRefused, damaged } from './format.ts'
import { countIn, unpack } from './frame-writer.ts'
import type { BackupProgress } from './progress.ts'
import { type CheckedBackup, framesOf } from './read-backup.ts'
import { createTableFiller, createTables } from './restore-database.ts'

/** Writes a checked backup into both stores. The client is in a transaction, which the caller commits. */
export async function restoreFrames(
  { file, header, shape, end }: CheckedBackup,
  client: pg.Client,
  store: EventStore,
  progress: BackupProgress,
): Promise<void> {
  await createTables(client, shape)
  const filler = createTableFiller(client, shape)
  const readEvent = eventReader(header.eventFields)
  let bytes = 0
  progress.begin(header.events)
  for await (const { kind, payload } of framesOf(file)) {
    bytes += payload.length
    if (kind === 'T') {
      const { name } = JSON.parse(payload.toString()) as { name: string }
      progress.table(name, bytes)
      await filler.table(name)
    } else if (kind === 'R') {
      await filler.rows(await unpack(payload))
      progress.rows(countIn(payload), bytes)
    } else if (kind === 'E') {
      const batch = JSON.parse((await unpack(payload)).toString()) as EventRows
      const rows = batch.rows.map(readEvent)
      const times = rows.map(({ arrivedMs }) => arrivedMs)
      await store.append(
        batch.organizationId,
        rows.map(({ event }) => event),
        times,
      )
      progress.events(countIn(payload), bytes)
    }
  }
  const counts = await filler.end()
  const isWhole = Object.entries(end.rows).every(([table, count]) => counts[table] === count)
  if (!isWhole) throw new BackupRefused(damaged)
  progress.end()
}
