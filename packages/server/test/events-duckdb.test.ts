import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import type { EventStore } from '../src/know/events/event-store.ts'
import { event, expectedFacts, factsFrom, noon, sorted } from './events-samples.ts'

const log = pino({ level: 'silent' })
const day = dayOf(noon)

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-events-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function idsIn(store: EventStore): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const { events } of store.export()) for (const { id } of events) ids.add(id)
  return ids
}

/** Runs `events-appender.ts` on a directory, with a limit on the size of files if one is given. */
function startAppender(dataDir: string, arguments_: string[], limit?: string) {
  const command = [process.execPath, join(import.meta.dirname, 'events-appender.ts'), dataDir, ...arguments_]
  const [program = '', ...rest] = limit ? ['sh', '-c', `ulimit -S -f ${limit}; exec "$@"`, 'sh', ...command] : command
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit')
  })
  return { child, lines: createInterface(child.stdout) }
}

describe('DuckDB', () => {
  it('has after kill -9, at whatever moment, everything that it acknowledged', async () => {
    const dataDir = await temporaryDirectory()
    const acknowledged = new Set<string>()
    for (const lines of [1, 8, 40, 70]) {
      const appender = startAppender(dataDir, ['forever'])
      let seen = 0
      for await (const line of appender.lines) {
        // Lines that arrive after the signal were acknowledged as well.
        for (const id of JSON.parse(line)) acknowledged.add(id)
        if (++seen === lines) appender.child.kill('SIGKILL')
      }
      const store = await openDuckDbStore({ dataDir, log })
      const stored = await idsIn(store)
      expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
      expect(await store.count()).toBe(stored.size)
      await store.close()
    }
    expect(acknowledged.size).toBeGreaterThan(80_000)
  })

  it('is unavailable while the disk is full, and goes on by itself when there is room', async () => {
    const dataDir = await temporaryDirectory()
    const appender = startAppender(dataDir, ['until-full'], '4096')
    const outcomes: string[] = []
    for await (const line of appender.lines) outcomes.push(line)
    expect(outcomes).toEqual(['unavailable', 'room again', 'appended', 'all there'])
  })

  it('knows its events after a restart, and refuses a second store on the same file', async () => {
    const dataDir = await temporaryDirectory()
    const organization = randomUUID()
    const events = Array.from({ length: 2_000 }, (_, index) => event({ name: `${index % 3}` }))
    const commit = event({ type: 'commit', name: 'abc' })
    const first = await openDuckDbStore({ dataDir, log })
    await first.append(organization, [...events, commit])
    const { line } = await new Promise<{ line: string }>((resolve) => {
      startAppender(dataDir, ['open']).lines.once('line', (text) => resolve({ line: text }))
    })
    expect(line).toMatch(/lock/i)
    await first.close()
    const second = await openDuckDbStore({ dataDir, log })
    const later = { ...commit, timeMs: noon + 86_400_000 }
    const result = await second.append(organization, [event(), ...events, later])
    expect(result).toMatchObject({ added: 1 })
    expect(result.duplicates.size).toBe(2_001)
    expect(await factsFrom(second, organization, dayOf(later.timeMs))).toEqual([])
    await second.close()
    await expect(second.append(organization, [event()])).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('answers what was asked before it closes', async () => {
    const store = await openDuckDbStore({ dataDir: await temporaryDirectory(), log })
    const organization = randomUUID()
    const events = Array.from({ length: 500 }, () => event())
    const appending = store.append(organization, events)
    await appending
    const [facts] = await Promise.all([
      factsFrom(store, organization, day),
      store.append(organization, [event()]),
      store.close(),
    ])
    expect(sorted(facts)).toEqual(expectedFacts(events, day))
  })

  it('lets a caller stop an export, and continues another while events are appended', async () => {
    const store = await openDuckDbStore({ dataDir: await temporaryDirectory(), log })
    const organization = randomUUID()
    await store.append(
      organization,
      Array.from({ length: 10_000 }, () => event()),
    )
    for await (const { events } of store.export()) {
      expect(events.length).toBeGreaterThan(0)
      break
    }
    let exported = 0
    for await (const { events } of store.export()) {
      exported += events.length
      await store.append(organization, [event()])
    }
    expect(exported).toBe(10_000)
    await store.close()
  })
})
