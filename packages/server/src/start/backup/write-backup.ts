import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { EventStore } from '../../know/events/event-store.ts'
import type { ExportBatch } from '../../know/events/export-batches.ts'
import { connectAlone, openSnapshot } from './database-snapshot.ts'
import { eventFields, toRows } from './event-rows.ts'
import { createFrameWriter, type FrameWriter } from './frame-writer.ts'
import type { SecretPart } from './secret-part.ts'

/** The contents of a backup. */
export interface BackupSource {
  readonly connection: pg.ClientConfig
  /** Absent if there are no events yet, or if they are not part of the backup. */
  readonly events: EventStore | undefined
  readonly eventsStay: boolean
  readonly secret: SecretPart
  readonly version: string
  readonly now: () => number
}

export interface Header {
  readonly version: string
  readonly madeAt: string
  /** False if the events stayed in ClickHouse. */
  readonly hasEvents: boolean
  /** The number of events when the backup began. */
  readonly events: number
  readonly eventFields: readonly string[]
  readonly secret: SecretPart
}

type Snapshot = Awaited<ReturnType<typeof openSnapshot>>

const eventsAtOnce = 2_000
/** Output of Postgres is collected into pieces of about this size, because small pieces compress badly. */
const pieceBytes = 2 ** 20

/**
 * Writes a backup of the whole installation: everything that was acknowledged before it began, and no partial changes.
 * The service may continue to work meanwhile. The database is written as of one moment, then the events, of which there
 * may be more than the database knows: the first start after a restore finds these by their time of arrival. Ends the
 * output.
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
    await writeTables(await openSnapshot(client), writer)
    if (events) for await (const batch of events.export()) await writeBatch(batch, writer)
    await writer.end()
    await once(output, 'finish', { signal })
  } finally {
    await client.end()
  }
}

async function writeBatch({ organizationId, events, arrivedMs }: ExportBatch, writer: FrameWriter): Promise<void> {
  for (let at = 0; at < events.length; at += eventsAtOnce) {
    const end = at + eventsAtOnce
    const some = { organizationId, events: events.slice(at, end), arrivedMs: arrivedMs.slice(at, end) }
    await writer.events(some.events.length, toRows(some))
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
