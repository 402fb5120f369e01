import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { columns, eventColumns } from '../src/know/events/columns.ts'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import type { EventStore } from '../src/know/events/event-store.ts'
import { dayNumberOf } from '../src/know/events/identity.ts'
import { type UsageEvent, unreported } from '../src/know/events/usage-event.ts'

const log = pino({ level: 'silent' })
const fixtures = join(import.meta.dirname, 'fixtures/event-stores')
const prefix = 'version-4-journal.'

/** The data directory of a release that kept a few events in a journal, as a crash left it: three events wait there. */
async function leftStore(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-left-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  for (const name of readdirSync(fixtures).filter((each) => each.startsWith(prefix) && each.endsWith('.gz'))) {
    const bytes = gunzipSync(await readFile(join(fixtures, name)))
    await writeFile(join(dataDir, name.slice(prefix.length, -'.gz'.length)), bytes)
  }
  return dataDir
}

const journalOf = (dataDir: string) => join(dataDir, 'events.duckdb.journal')
const written = JSON.parse(await readFile(join(fixtures, `${prefix}json`), 'utf8')) as [string, UsageEvent][]
const expected = written.map(([id, event]): [string, UsageEvent] => [id, { ...unreported, ...event }])
const waiting = expected.filter(([, { name }]) => name.startsWith('waits '))

async function eventsIn(store: EventStore): Promise<[string, UsageEvent][]> {
  const all: [string, UsageEvent][] = []
  for await (const { organizationId, events } of store.export()) {
    for (const event of events) all.push([organizationId, event])
  }
  return all.toSorted(byId)
}

const byId = ([, a]: [string, UsageEvent], [, b]: [string, UsageEvent]) => (a.id < b.id ? -1 : 1)

async function opened(dataDir: string) {
  const store = await openDuckDbStore({ dataDir, log })
  const events = await eventsIn(store)
  await store.close()
  return events
}

async function inFile(dataDir: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
  const connection = await instance.connect()
  await connection.run(sql)
  connection.closeSync()
  instance.closeSync()
}

describe('a store that a release with a journal left', () => {
  it('is opened without loss, and has no journal any more', async () => {
    const dataDir = await leftStore()
    expect(await opened(dataDir)).toEqual(expected.toSorted(byId))
    expect(await readdir(dataDir)).toEqual(['events.duckdb'])
    expect(await opened(dataDir)).toEqual(expected.toSorted(byId))
  })

  it('counts the events of a journal once if it was taken over before, and the disk still has it', async () => {
    const dataDir = await leftStore()
    const journal = await readFile(journalOf(dataDir))
    await opened(dataDir)
    await writeFile(journalOf(dataDir), journal)
    await inFile(dataDir, 'create table moved_journal as select 9007199254740991::bigint as number')
    expect(await opened(dataDir)).toEqual(expected.toSorted(byId))
    expect(await readdir(dataDir)).toEqual(['events.duckdb'])
  })

  it('keeps every whole record of a journal that was cut anywhere, and keeps the rest aside', async () => {
    const whole = (await stat(journalOf(await leftStore()))).size
    const found = new Set<number>()
    for (let length = 0; length < whole; length += Math.ceil(whole / 25)) {
      const dataDir = await leftStore()
      await truncate(journalOf(dataDir), length)
      const events = await opened(dataDir)
      const kept = events.length - (expected.length - waiting.length)
      expect(events).toEqual(expected.filter((each) => !waiting.slice(kept).includes(each)).toSorted(byId))
      const aside = (await readdir(dataDir)).filter((name) => name.includes('.journal'))
      expect(aside.every((name) => name.startsWith('events.duckdb.journal.cut-'))).toBe(true)
      found.add(kept)
    }
    expect([...found].toSorted()).toEqual([0, 1, 2])
  })

  it('keeps a file aside that is no journal', async () => {
    const dataDir = await leftStore()
    await writeFile(journalOf(dataDir), 'something else, which is longer than the beginning of a journal')
    expect(await opened(dataDir)).toHaveLength(expected.length - waiting.length)
    const [aside = ''] = (await readdir(dataDir)).filter((name) => name.includes('.journal.cut-'))
    expect(await readFile(join(dataDir, aside), 'utf8')).toMatch(/^something else/)
  })

  it('takes over the texts that an even earlier release kept in the file', async () => {
    const dataDir = await leftStore()
    const [organization, event] = waiting[0] as [string, UsageEvent]
    const cellOf: Record<string, unknown> = { organization, id: event.id, id_day: dayNumberOf(event.timeMs) }
    const fields = new Map(eventColumns.map(({ name, field }) => [name, event[field]]))
    // It knew fewer columns than there are now.
    const cells = columns.slice(0, 14).filter(({ name }) => name !== 'day')
    const text = cells.map(({ name }) => cellOf[name] ?? fields.get(name) ?? '').join('\x1f')
    await rm(journalOf(dataDir))
    await inFile(dataDir, 'create table if not exists arrivals (events varchar)')
    await inFile(dataDir, `insert into arrivals values ('${text}')`)
    expect(await opened(dataDir)).toHaveLength(expected.length - waiting.length + 1)
  })
})
