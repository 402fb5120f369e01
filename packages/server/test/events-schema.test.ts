import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import pino from 'pino'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../src/know/events/clickhouse/client.ts'
import { definitions } from '../src/know/events/clickhouse/column-types.ts'
import { parseNodes } from '../src/know/events/clickhouse/nodes.ts'
import { openClickHouseStore } from '../src/know/events/clickhouse/open-clickhouse-store.ts'
import { columns, eventColumns, schemaVersion } from '../src/know/events/columns.ts'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import type { EventStore } from '../src/know/events/event-store.ts'
import { type UsageEvent, unreported } from '../src/know/events/usage-event.ts'
import { clusterName, findClickHouse, startClickHouse } from './events-clickhouse-server.ts'
import { event, workFactsFrom } from './events-samples.ts'

const log = pino({ level: 'silent' })
const program = await findClickHouse()
const stores = join(import.meta.dirname, 'fixtures/event-stores')
/** The versions of which a store is kept. */
const duckDbVersions = versionsWith('events.duckdb.gz')
const clickHouseVersions = versionsWith('clickhouse.sql')

function versionsWith(ending: string): number[] {
  const names = readdirSync(stores).filter((name) => name.endsWith(`.${ending}`))
  return names.map((name) => Number(/^version-(\d+)/.exec(name)?.[1])).sort((a, b) => a - b)
}

function fixture(name: string): Promise<Buffer> {
  return readFile(join(stores, name))
}

describe('the store of the present version, which `npx node packages/server/test/write-event-stores.ts` writes', () => {
  it.each([
    ['DuckDB', duckDbVersions],
    ['ClickHouse', clickHouseVersions],
  ])('is kept for %s', (_, versions) => {
    expect(versions.at(-1)).toBe(schemaVersion)
  })

  it('has every column that there is now, in both engines', async () => {
    const dataDir = await storeOf(schemaVersion)
    const [names] = await inFile(dataDir, `select list(name) from pragma_table_info('usage_events')`)
    expect(names).toEqual([columns.map(({ name }) => name)])
    const [table = ''] = (await fixture(`version-${schemaVersion}.clickhouse.sql`)).toString().split(' ENGINE')
    expect(columns.filter(({ name }) => !table.includes(` ${name} `))).toEqual([])
  })
})

async function storeOf(version: number): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-events-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  for (const file of ['events.duckdb', 'events.duckdb.wal']) {
    await writeFile(join(dataDir, file), gunzipSync(await fixture(`version-${version}.${file}.gz`)))
  }
  return dataDir
}

async function inFile(dataDir: string, sql: string): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
  const connection = await instance.connect()
  const rows = (await connection.runAndReadAll(sql)).getRowsJS()
  connection.closeSync()
  instance.closeSync()
  return rows
}

/** What the store of a version holds, as it is to be read now. */
async function eventsOf(version: number): Promise<[organization: string, event: UsageEvent][]> {
  const written = JSON.parse((await fixture(`version-${version}.json`)).toString()) as [string, UsageEvent][]
  return written.map(([organization, each]) => [organization, { ...unreported, ...each }])
}

async function everything(store: EventStore): Promise<[string, UsageEvent][]> {
  const all: [string, UsageEvent][] = []
  for await (const { organizationId, events } of store.export()) {
    for (const each of events) all.push([organizationId, each])
  }
  return all.toSorted(([, a], [, b]) => (a.id < b.id ? -1 : 1))
}

const newest = event({
  id: 'f'.repeat(32),
  agent: 'codex',
  agentVersion: '0.166.0',
  repository: 'github.com/example/repo',
  branch: 'main',
  team: 'platform',
  outcome: 'error',
  errorKind: '429',
  cost: 1_500_000,
  currency: 'USD',
  linesAdded: 0,
  durationMs: 12,
  cacheWriteHourTokens: 7,
})

/** What holds of a store that was moved on, whatever it came from. */
async function expectMovedOn(store: EventStore, version: number): Promise<void> {
  const old = await eventsOf(version)
  expect(await everything(store)).toEqual(old)
  const again = old.filter(([organization]) => organization === 'organization-1').map(([, each]) => each)
  expect(await store.append('organization-1', again)).toMatchObject({ added: 0 })
  expect(await store.append('organization-1', [newest])).toMatchObject({ added: 1 })
  expect(await everything(store)).toEqual([...old, ['organization-1', newest]])
  const facts = await workFactsFrom(store, 'organization-1', '2026-03-01')
  expect(facts).toContainEqual(
    expect.objectContaining({
      agent: 'codex',
      cost: 1_500_000,
      linesAdded: 0,
      linesRemoved: null,
      cacheWriteHourTokens: 7,
    }),
  )
  expect(facts).toContainEqual(expect.objectContaining({ agent: '', type: 'model_call', cost: null, costReports: 0 }))
}

describe.each(duckDbVersions)('a DuckDB store of version %i', (version) => {
  it('is migrated when it is opened, including the events in its log', async () => {
    const dataDir = await storeOf(version)
    const store = await openDuckDbStore({ dataDir, log })
    await expectMovedOn(store, version)
    await store.close()
    const again = await openDuckDbStore({ dataDir, log })
    expect(await again.count()).toBe((await eventsOf(version)).length + 1)
    await again.close()
  })

  it('is migrated further if it was left half-way', async () => {
    const dataDir = await storeOf(version)
    await inFile(
      dataDir,
      `alter table usage_events add column if not exists team varchar default '';
        alter table usage_events add column if not exists cost bigint`,
    )
    const store = await openDuckDbStore({ dataDir, log })
    await expectMovedOn(store, version)
    await store.close()
  })

  it('is refused when a newer version has written it, and is left as it is', async () => {
    const dataDir = await storeOf(version)
    await inFile(dataDir, 'alter table usage_events add column mood varchar')
    await expect(openDuckDbStore({ dataDir, log })).rejects.toMatchObject({
      name: 'StoreAhead',
      message: 'The store of usage events has columns of a newer version of Muster: mood. Start that version.',
    })
    await inFile(dataDir, 'alter table usage_events drop column mood')
    await (await openDuckDbStore({ dataDir, log })).close()
  })
})

let cluster: Awaited<ReturnType<typeof startClickHouse>>
beforeAll(async () => {
  if (program === undefined) return
  cluster = await startClickHouse(program, 1)
  return () => cluster.stop()
})

describe.skipIf(program === undefined).each(clickHouseVersions)('a ClickHouse store of version %i', (version) => {
  async function oldStore() {
    const database = `old_${randomUUID().replaceAll('-', '_')}`
    const url = cluster.url(database)
    const [node] = parseNodes(url)
    if (!node) throw new Error('There is no node.')
    await ask({ ...node, database: 'default' }, { sql: `create database ${database}` })
    const statements = (await fixture(`version-${version}.clickhouse.sql`)).toString().split('\n;\n')
    for (const sql of statements) await ask(node, { sql: sql.replace('{database}', database) })
    const rows = new Uint8Array(await fixture(`version-${version}.clickhouse.tsv`))
    await ask(node, { sql: 'insert into usage_events format TabSeparated', data: rows })
    return { node, open: () => openClickHouseStore({ url, cluster: clusterName, log, minIntervalMs: 0 }) }
  }

  it('is migrated while nodes of that version keep writing', async () => {
    const { node, open } = await oldStore()
    const store = await open()
    await expectMovedOn(store, version)
    const known = eventColumns.filter(({ since }) => since <= version).map(({ name }) => name)
    const values = `'organization-3', toDate('2026-03-01'), unhex('${'e'.repeat(32)}'), toDate('2026-03-01')`
    const rest = eventColumns.filter(({ since }) => since <= version).map(({ kind }) => (kind === 'text' ? `'x'` : '7'))
    await ask(node, {
      sql: `insert into usage_events_of_${clusterName} (organization, id_day, id, day, ${known.join(', ')}) select ${values}, ${rest.join(', ')}`,
    })
    expect(await workFactsFrom(store, 'organization-3', '2026-03-01')).toMatchObject([
      { quantity: 7, agent: known.includes('agent') ? 'x' : '', cost: known.includes('cost') ? 7 : null },
    ])
    await store.close()
  })

  it('is migrated further if it was left half-way, even by two nodes at once', async () => {
    const { node, open } = await oldStore()
    const later = eventColumns.filter(({ since }) => since > version).slice(-1)
    for (const column of later) await ask(node, { sql: `alter table usage_events add column ${definitions([column])}` })
    const [store, other] = await Promise.all([open(), open()])
    await expectMovedOn(store, version)
    await Promise.all([store.close(), other.close()])
  })

  it('is refused when a newer version has written it', async () => {
    const { node, open } = await oldStore()
    await ask(node, { sql: 'alter table usage_events add column mood String' })
    await expect(open()).rejects.toMatchObject({ name: 'StoreAhead', message: expect.stringContaining('mood') })
  })

  it('adds the columns to a server that was away when the others got them', async () => {
    const { node, open } = await oldStore()
    const store = await open()
    await ask(node, { sql: 'alter table usage_events drop column team' })
    await ask(node, { sql: `alter table usage_events_of_${clusterName} drop column team` })
    expect(await workFactsFrom(store, 'organization-1', '2026-03-01')).not.toEqual([])
    await store.close()
  })
})
