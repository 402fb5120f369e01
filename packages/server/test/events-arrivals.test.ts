import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DuckDBInstance } from '@duckdb/node-api'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readJournal } from '../src/events/duckdb/journal.ts'
import { openDuckDbStore } from '../src/events/duckdb/open-duckdb-store.ts'
import type { EventStore } from '../src/events/event-store.ts'
import type { UsageEvent } from '../src/events/usage-event.ts'
import { event as sample } from './events-samples.ts'

const log = pino({ level: 'silent' })

/** With an id that looks like no other, so that the store need not look whether it has it. */
function event(parts: Partial<UsageEvent> = {}): UsageEvent {
  return sample({ id: randomBytes(16).toString('hex'), ...parts })
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-arrivals-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function eventsIn(store: EventStore): Promise<UsageEvent[]> {
  const all: UsageEvent[] = []
  for await (const { events } of store.export()) all.push(...events)
  return all
}

/** A copy has what was flushed, as after a crash. */
async function copyOf(dataDir: string): Promise<string> {
  const copy = await temporaryDirectory()
  await cp(dataDir, copy, { recursive: true })
  return copy
}

async function inFile(dataDir: string, sql: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
  const connection = await instance.connect()
  const result = (await connection.runAndReadAll(sql)).value(0, 0)
  connection.closeSync()
  instance.closeSync()
  return result
}

/** What wait in the journal of a store that nobody has open, and the number of events in its table. */
async function stateOf(dataDir: string): Promise<{ texts: string[] | undefined; events: number }> {
  const journal = await readJournal(join(dataDir, 'events.duckdb.journal'))
  return { texts: journal?.texts, events: Number(await inFile(dataDir, 'select count(*) from usage_events')) }
}

describe('a few events at a time', () => {
  it('are kept apart until somebody reads, and then counted once', async () => {
    const dataDir = await temporaryDirectory()
    const store = await openDuckDbStore({ dataDir, log })
    const [first, second, third] = [event({ name: 'first' }), event({ name: "it's\tthe second" }), event()]
    await store.append('acme', [first])
    await store.append('acme', [second, third])
    const copy = await copyOf(dataDir)
    expect(await stateOf(copy)).toEqual({ texts: [expect.any(String), expect.any(String)], events: 0 })
    expect(await eventsIn(store)).toEqual([first, second, third])
    await store.close()
    expect(await stateOf(dataDir)).toEqual({ texts: undefined, events: 3 })
    const reopened = await openDuckDbStore({ dataDir: copy, log })
    expect(await eventsIn(reopened)).toEqual([first, second, third])
    await reopened.close()
  })

  it('are recognised when they come again, and replaced by the version that counts', async () => {
    const store = await openDuckDbStore({ dataDir: await temporaryDirectory(), log })
    const given = event({ type: 'model_call', outputTokens: 2 })
    const better = { ...given, outputTokens: 1 }
    expect(await store.append('acme', [given])).toMatchObject({ added: 1 })
    expect(await store.append('acme', [given])).toMatchObject({ added: 0, duplicates: new Set([given.id]) })
    expect(await store.append('acme', [better])).toMatchObject({ added: 0, duplicates: new Set([given.id]) })
    expect(await eventsIn(store)).toEqual([better])
    await store.close()
  })

  it('are moved when many wait, and while others read', async () => {
    const dataDir = await temporaryDirectory()
    const store = await openDuckDbStore({ dataDir, log })
    const counts: number[] = []
    for (let number = 1; number <= 100; number++) {
      await store.append('acme', [event()])
      if (number % 50 === 0) counts.push(...(await Promise.all([store.count(), store.count()])))
    }
    for (let number = 1; number <= 251; number++) await store.append('acme', [event()])
    expect(counts).toEqual([50, 50, 100, 100])
    expect(await stateOf(await copyOf(dataDir))).toEqual({ texts: [expect.any(String)], events: 350 })
    // A few long ones are many, too.
    for (let number = 1; number <= 12; number++) await store.append('acme', [event({ name: 'x'.repeat(100_000) })])
    expect(await stateOf(await copyOf(dataDir))).toMatchObject({ events: 362 })
    await store.close()
  })

  it('are in a file that other accounts cannot read', async () => {
    const before = process.umask(0o022)
    onTestFinished(() => void process.umask(before))
    const dataDir = await temporaryDirectory()
    const store = await openDuckDbStore({ dataDir, log })
    await store.append('acme', [event()])
    expect((await stat(join(dataDir, 'events.duckdb.journal'))).mode & 0o777).toBe(0o600)
    await store.close()
  })

  it('are there once after kill -9, at whatever moment, if they were acknowledged', async () => {
    const dataDir = await temporaryDirectory()
    const acknowledged = new Set<string>()
    for (const lines of [1, 7, 50, 300]) {
      const program = join(import.meta.dirname, 'events-appender.ts')
      const child = spawn(process.execPath, [program, dataDir, 'few'], { stdio: ['ignore', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      let seen = 0
      for await (const line of createInterface(child.stdout)) {
        for (const id of JSON.parse(line)) acknowledged.add(id)
        if (++seen === lines) child.kill('SIGKILL')
      }
      const store = await openDuckDbStore({ dataDir, log })
      const stored = (await eventsIn(store)).map(({ id }) => id)
      expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
      expect(new Set(stored).size).toBe(stored.length)
      await store.close()
    }
  })

  it('that an earlier version kept in the file are moved, and lack the columns that came later', async () => {
    const dataDir = await temporaryDirectory()
    const [given, later] = [event({ agent: 'codex', cost: 5 }), event()]
    const store = await openDuckDbStore({ dataDir, log })
    await store.append('acme', [given])
    const { texts: [text = ''] = [] } = await stateOf(await copyOf(dataDir))
    await store.close()
    // Without the last six cells: the currency, the measures and the tokens of long caches.
    const kept = text.split('\x1f').slice(0, -6).join('\x1f')
    await inFile(dataDir, `delete from usage_events`)
    await inFile(dataDir, `insert into arrivals values ('${kept.replaceAll("'", "''")}')`)
    const reopened = await openDuckDbStore({ dataDir, log })
    await reopened.append('acme', [later])
    const nothing = { currency: '', cost: null, linesAdded: null, linesRemoved: null, durationMs: null }
    expect(await eventsIn(reopened)).toEqual([{ ...given, ...nothing }, later])
    await reopened.close()
    expect(await inFile(dataDir, 'select count(*) from arrivals')).toBe(0n)
  })
})
