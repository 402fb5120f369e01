import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import { event } from './events-samples.ts'

/** A process of its own that appends to a DuckDB store, for tests that kill it or leave it without room. */
const [dataDir = '', mode = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })

function newEvents(count: number): UsageEvent[] {
  return Array.from({ length: count }, (_, index) =>
    event({ id: randomBytes(16).toString('hex'), name: `tool ${index % 20}`, session: `session ${index % 100}` }),
  )
}

/** Prints the ids of each append once it is acknowledged; several are under way at a time. */
async function appendForever(): Promise<void> {
  const store = await openDuckDbStore({ dataDir, log })
  const work = async () => {
    for (;;) {
      const events = newEvents(700)
      await store.append('organization', events)
      process.stdout.write(`${JSON.stringify(events.map(({ id }) => id))}\n`)
    }
  }
  await Promise.all([work(), work(), work()])
}

/** One long event after the other, each until it is acknowledged. Tells of every time at which it was not. */
async function appendLongForever(): Promise<void> {
  const store = await openDuckDbStore({ dataDir, log })
  for (;;) {
    const id = randomBytes(16).toString('hex')
    const append = async (): Promise<void> => {
      await store.append('organization', [event({ id, name: 'long '.repeat(8_000) })]).catch(() => {
        console.log('failed')
        return append()
      })
    }
    await append()
    console.log(id)
  }
}

/** The limit on the size of files stands for a disk; it is lifted by the process itself. */
async function appendUntilFull(): Promise<void> {
  const store = await openDuckDbStore({ dataDir, log })
  const acknowledged = new Set<string>()
  const append = async () => {
    const events = newEvents(5_000)
    await store.append('organization', events)
    for (const { id } of events) acknowledged.add(id)
  }
  try {
    for (let round = 0; round < 1_000; round++) await append()
  } catch (error) {
    console.log((error as { code?: string }).code)
  }
  await store.append('organization', newEvents(1)).catch(() => undefined)
  execFileSync('prlimit', [`--pid=${process.pid}`, '--fsize=unlimited'])
  console.log('room again')
  await append()
  console.log('appended')
  for await (const { events } of store.export()) for (const { id } of events) acknowledged.delete(id)
  console.log(acknowledged.size === 0 ? 'all there' : `${acknowledged.size} are lost`)
  await store.close()
}

async function onlyOpen(): Promise<void> {
  try {
    await openDuckDbStore({ dataDir, log })
    console.log('opened')
  } catch (error) {
    console.log(String((error as Error).message).replaceAll('\n', ' '))
  }
}

const modes: Record<string, () => Promise<void>> = {
  forever: appendForever,
  long: appendLongForever,
  'until-full': appendUntilFull,
  open: onlyOpen,
}
await modes[mode]?.()
