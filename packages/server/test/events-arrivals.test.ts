import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DuckDBInstance } from '@duckdb/node-api'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
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

/** What the tables of a file hold that nobody has open. */
async function countsIn(dataDir: string): Promise<{ arrivals: number; events: number }> {
  const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
  const connection = await instance.connect()
  const count = async (table: string) =>
    Number((await connection.runAndReadAll(`select count(*) from ${table}`)).value(0, 0))
  const counts = { arrivals: await count('arrivals'), events: await count('usage_events') }
  connection.closeSync()
  instance.closeSync()
  return counts
}

describe('a few events at a time', () => {
  it('are kept apart until somebody reads, and then counted once', async () => {
    const dataDir = await temporaryDirectory()
    const store = await openDuckDbStore({ dataDir, log })
    const [first, second, third] = [event({ name: 'first' }), event({ name: "it's\tthe second" }), event()]
    await store.append('acme', [first])
    await store.append('acme', [second, third])
    // A copy has what was flushed, as after a crash.
    const copy = await temporaryDirectory()
    await cp(dataDir, copy, { recursive: true })
    expect(await countsIn(copy)).toEqual({ arrivals: 2, events: 0 })
    expect(await eventsIn(store)).toEqual([first, second, third])
    await store.close()
    expect(await countsIn(dataDir)).toEqual({ arrivals: 0, events: 3 })
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
    await store.close()
    expect(counts).toEqual([50, 50, 100, 100])
    expect(await countsIn(dataDir)).toEqual({ arrivals: 1, events: 350 })
  })

  it('are there after kill -9, if they were acknowledged', async () => {
    const dataDir = await temporaryDirectory()
    const program = join(import.meta.dirname, 'events-appender.ts')
    const child = spawn(process.execPath, [program, dataDir, 'few'], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const acknowledged = new Set<string>()
    let seen = 0
    for await (const line of createInterface(child.stdout)) {
      for (const id of JSON.parse(line)) acknowledged.add(id)
      if (++seen === 50) child.kill('SIGKILL')
    }
    const store = await openDuckDbStore({ dataDir, log })
    const stored = new Set((await eventsIn(store)).map(({ id }) => id))
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
    await store.close()
  })

  it('that an earlier version kept lack the columns that came later', async () => {
    const dataDir = await temporaryDirectory()
    const given = event({ agent: 'codex', cost: 5 })
    const store = await openDuckDbStore({ dataDir, log })
    await store.append('acme', [given])
    await store.close()
    const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
    const connection = await instance.connect()
    // Without the last five cells: the currency and the measures.
    await connection.run(
      `update arrivals set events = array_to_string(string_split(events, '\x1f')[:-6], '\x1f') where contains(events, '\x1f')`,
    )
    connection.closeSync()
    instance.closeSync()
    const reopened = await openDuckDbStore({ dataDir, log })
    const nothing = { currency: '', cost: null, linesAdded: null, linesRemoved: null, durationMs: null }
    expect(await eventsIn(reopened)).toEqual([{ ...given, ...nothing }])
    await reopened.close()
  })
})
