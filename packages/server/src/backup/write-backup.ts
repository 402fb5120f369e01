import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { EventStore } from '../events/event-store.ts'
import type { ExportBatch } from '../events/export-batches.ts'
import { connectAlone, openSnapshot } from './database-snapshot.ts'
import { eventFields, toRows } from './event-rows.ts'
import { createFrameWriter, type FrameWriter } from './frame-writer.ts'
import { whileEventsPause } from './pause-events.ts'
import type { SecretPart } from './secret-part.ts'

/** What a backup is made of. */
export interface BackupSource {
  readonly connection: pg.ClientConfig
  /** Absent when there are no events yet, or when they stay where they are. */
  readonly events: EventStore | undefined
  readonly eventsStay: boolean
  /** Runs what locks out writers in Postgres, while nobody writes events without asking there. */
  readonly whilePausing: <T>(work: () => Promise<T>) => Promise<T>
  readonly secret: SecretPart
  readonly version: string
  readonly now: () => number
}

export interface Header {
  readonly version: string
  readonly madeAt: string
  /** False: they stayed in ClickHouse. */
  readonly hasEvents: boolean
  /** How many events there were when it began. */
  readonly events: number
  readonly eventFields: readonly string[]
  readonly secret: SecretPart
}

type Snapshot = Awaited<ReturnType<typeof openSnapshot>>

const eventsAtOnce = 2_000
/** Output of Postgres is gathered into pieces of about this size, because small pieces compress badly. */
const pieceBytes = 2 ** 20

/**
 * Writes a backup of the whole installation as of one moment: all of what was answered before it began, and nothing in
 * part. The service may go on working meanwhile. Ends the output.
 */
export async function writeBackup(source: BackupSource, output: Writable, signal: AbortSignal): Promise<void> {
  const { connection, events, eventsStay, secret, version, now } = source
  const client = await connectAlone(connection)
  try {
    const writer = createFrameWriter(output, signal)
    await writer.begin()
    const header: Header = {
      version,
      madeAt: new Date(now()).toISOString(),
      hasEvents: !eventsStay,
      events: (await events?.count()) ?? 0,
      eventFields,
      secret,
    }
    await writer.json('H', header)
    if (events === undefined) await writeTables(await openSnapshot(client), writer)
    else if (events.exportIsSnapshot) await writeSnapshots(source, client, events, writer)
    else await writeInTwoPasses(source, client, events, writer)
    await writer.end()
    await once(output, 'finish', { signal })
  } finally {
    await client.end()
  }
}

/** Both stores can keep a snapshot, so senders wait only until both snapshots are taken. */
async function writeSnapshots(
  { connection, whilePausing }: BackupSource,
  client: pg.Client,
  events: EventStore,
  writer: FrameWriter,
): Promise<void> {
  const batches = events.export()[Symbol.asyncIterator]()
  try {
    const take = async () => ({ snapshot: await openSnapshot(client), first: await batches.next() })
    const { snapshot, first } = await whilePausing(() => whileEventsPause(connection, take))
    await writeTables(snapshot, writer)
    for (let next = first; !next.done; next = await batches.next()) {
      await writeBatch(next.value, writer)
    }
  } finally {
    await batches.return?.()
  }
}

/**
 * For a store without snapshots: reads everything while events come in, then makes senders wait and reads the days that
 * changed again. An event that is in the backup twice counts once after a restore.
 */
async function writeInTwoPasses(
  { connection, whilePausing }: BackupSource,
  client: pg.Client,
  events: EventStore,
  writer: FrameWriter,
): Promise<void> {
  const before = await generationsOf(client)
  await writeEvents(events.export(), writer)
  const catchUp = async () => {
    const opened = await openSnapshot(client)
    const changed = [...(await generationsOf(client))].filter(([key, generation]) => before.get(key) !== generation)
    const days = new Set(changed.map(([key]) => key.split(' ', 1)[0] ?? ''))
    if (days.size > 0) await writeEvents(events.export(days), writer)
    return opened
  }
  const snapshot = await whilePausing(() => whileEventsPause(connection, catchUp))
  await writeTables(snapshot, writer)
}

/** The number grows with every append to a day. The key is the day and the organization. */
async function generationsOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; generation: string }>(
    `select day || ' ' || organization_id as key, generation from analytics_days`,
  )
  return new Map(rows.map(({ key, generation }) => [key, generation]))
}

async function writeEvents(batches: AsyncIterable<ExportBatch>, writer: FrameWriter): Promise<void> {
  for await (const batch of batches) await writeBatch(batch, writer)
}

async function writeBatch({ organizationId, events }: ExportBatch, writer: FrameWriter): Promise<void> {
  for (let at = 0; at < events.length; at += eventsAtOnce) {
    const some = events.slice(at, at + eventsAtOnce)
    await writer.events(some.length, toRows(organizationId, some))
  }
}

async function writeTables(snapshot: Snapshot, writer: FrameWriter): Promise<void> {
  const shape = await snapshot.shape()
  await writer.json('D', shape)
  for (const table of shape.tables) {
    await writer.table(table.name)
    for await (const piece of inPieces(snapshot.copy(table))) await writer.rows(piece)
  }
}

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}
