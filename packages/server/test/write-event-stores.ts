import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import { ask } from '../src/know/events/clickhouse/client.ts'
import { parseNodes } from '../src/know/events/clickhouse/nodes.ts'
import { openClickHouseStore } from '../src/know/events/clickhouse/open-clickhouse-store.ts'
import { type EventColumn, eventColumns, schemaVersion, tableName } from '../src/know/events/columns.ts'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import type { EventStore } from '../src/know/events/event-store.ts'
import { type UsageEvent, unreported } from '../src/know/events/usage-event.ts'
import { clusterName, findClickHouse, startClickHouse } from './events-clickhouse-server.ts'

/**
 * Writes a small store of the present version of both engines to `fixtures/event-stores`, where
 * `events-schema.test.ts` opens the stores of every version. Run it after you have added a column.
 */
const log = pino({ level: 'warn' })
const folder = join(import.meta.dirname, 'fixtures/event-stores')
const program = await findClickHouse()
if (program === undefined) throw new Error('Both stores are written together: install the clickhouse-server of Debian.')

type Stored = readonly [organization: string, event: UsageEvent]
const events = sampleEvents()
save('json', `${JSON.stringify(events, null, 1)}\n`)
await writeDuckDb()
await writeClickHouse(program)

function save(ending: string, content: string | Uint8Array): void {
  const name = `version-${schemaVersion}.${ending}`
  writeFileSync(join(folder, name), content)
  console.log(`wrote ${name}`)
}

/** The events of version 2. The first one has a value in each column that no event of that version knows. */
function sampleEvents(): Stored[] {
  const stored = JSON.parse(readFileSync(join(folder, 'version-2.json'), 'utf8')) as Stored[]
  const later = eventColumns.filter(({ since }) => since > 2).map((column) => [column.field, sampleOf(column)])
  return stored.map(([organization, event], index) => [
    organization,
    { ...unreported, ...event, ...(index === 0 && Object.fromEntries(later)) },
  ])
}

function sampleOf({ kind, field }: EventColumn): string | number {
  return kind === 'text' ? field : 1
}

async function append(store: EventStore, some: readonly Stored[]): Promise<void> {
  for (const [organization, event] of some) await store.append(organization, [event])
}

/** Half of the events are in the file and the others in its log, as a service leaves them that is killed. */
async function writeDuckDb(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-events-'))
  const half = events.length / 2
  const first = await openDuckDbStore({ dataDir, log })
  await append(first, events.slice(0, half))
  await first.close()
  const store = await openDuckDbStore({ dataDir, log })
  await append(store, events.slice(half))
  // Whoever reads moves what waits in the journal to the table.
  await store.count()
  for (const file of ['events.duckdb', 'events.duckdb.wal']) {
    save(`${file}.gz`, gzipSync(await readFile(join(dataDir, file))))
  }
  await store.close()
  await rm(dataDir, { recursive: true })
}

async function writeClickHouse(server: string): Promise<void> {
  const cluster = await startClickHouse(server, 1)
  try {
    const database = `kept_${randomUUID().replaceAll('-', '_')}`
    const url = cluster.url(database)
    const store = await openClickHouseStore({ url, cluster: clusterName, log, minIntervalMs: 0 })
    await append(store, events)
    await store.close()
    const [node] = parseNodes(url)
    if (!node) throw new Error('There is no node.')
    const asked = async (sql: string) => (await ask(node, { sql })).toString()
    const statements = []
    for (const table of [tableName, `${tableName}_of_${clusterName}`]) {
      const statement = await asked(`show create table ${table} format TabSeparatedRaw`)
      statements.push(statement.trim().replace(`${database}.`, '').replaceAll(database, '{database}'))
    }
    save('clickhouse.sql', `${statements.join('\n;\n')}\n`)
    save('clickhouse.tsv', await asked(`select * from ${tableName} order by id format TabSeparated`))
  } finally {
    await cluster.stop()
  }
}
