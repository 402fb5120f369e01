import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import { openClickHouseStore } from '../src/know/events/clickhouse/open-clickhouse-store.ts'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import type { AppendResult, EventStore } from '../src/know/events/event-store.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import { findChdb, startChdb } from './events-chdb-server.ts'
import { clusterName, findClickHouse, startClickHouse } from './events-clickhouse-server.ts'
import { conformsToEventStore } from './events-conformance.ts'
import {
  anyAppends,
  computedApart,
  computedOf,
  counting,
  expectedFacts,
  expectedWorkFacts,
  factsFrom,
  sampleDays,
  sorted,
  workFactsFrom,
} from './events-samples.ts'

const log = pino({ level: 'silent' })
const program = await findClickHouse()
const python = await findChdb()

const directories: string[] = []
const stores = new Map<string, EventStore>()
let cluster: Awaited<ReturnType<typeof startClickHouse>> | undefined
let chdb: Awaited<ReturnType<typeof startChdb>> | undefined

async function openDuckDb(): Promise<EventStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-events-'))
  directories.push(dataDir)
  return openDuckDbStore({ dataDir, log })
}

/** Without pauses between writes, which only make tests slow. */
const pace = { minIntervalMs: 0 }

const openNode = async () => {
  const url = cluster?.servers[0]?.url(`node_${randomUUID()}`) ?? ''
  return openClickHouseStore({ url, log, ...pace })
}

const openCluster = async () => {
  const url = cluster?.url(`cluster_${randomUUID()}`) ?? ''
  return openClickHouseStore({ url, cluster: clusterName, log, ...pace })
}

const openCurrent = async () => openClickHouseStore({ url: chdb?.url(`current_${randomUUID()}`) ?? '', log, ...pace })

const engines = [
  { name: 'DuckDB', open: openDuckDb },
  ...(program ? [{ name: 'one ClickHouse node', open: openNode }] : []),
  ...(program ? [{ name: 'a ClickHouse cluster of two shards', open: openCluster }] : []),
  { name: 'a current ClickHouse engine', open: openCurrent },
]

beforeAll(async () => {
  if (program) cluster = await startClickHouse(program)
  chdb = await startChdb(python)
  for (const { name, open } of engines) stores.set(name, await open())
})

afterAll(async () => {
  for (const store of stores.values()) await store.close()
  await cluster?.stop()
  await chdb?.stop()
  for (const directory of directories) await rm(directory, { recursive: true, force: true })
})

function storeOf(name: string): EventStore {
  const store = stores.get(name)
  if (!store) throw new Error(`There is no store ${name}.`)
  return store
}

describe('an event store', () => {
  for (const { name, open } of engines) conformsToEventStore(name, () => storeOf(name), open)
})

/** A current engine is left out: it answers one statement at a time here, and this test has thousands. */
const compared = engines.filter(({ open }) => open !== openCurrent)

describe('all engines', () => {
  it('give the facts of a plain sum over the same events, in one view or apart, in any order of appends', async () => {
    await fc.assert(
      fc.asyncProperty(anyAppends, fc.boolean(), async (appends, atOnce) => {
        const organization = randomUUID()
        const all = appends.flat()
        for (const { name } of compared) {
          const append = (events: UsageEvent[]) => storeOf(name).append(organization, events)
          const results = atOnce ? await Promise.all(appends.map(append)) : await inTurn(appends, append)
          expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(counting(all).length)
        }
        const promptBounds = [0, 1, 1_000]
        for (const day of sampleDays) {
          const expected = expectedFacts(all, day)
          const answers = await Promise.all(compared.map(({ name }) => factsFrom(storeOf(name), organization, day)))
          for (const facts of answers) expect(sorted(facts)).toEqual(expected)
          for (const { name } of compared) {
            const found = await workFactsFrom(storeOf(name), organization, day, { promptBounds })
            expect(found).toEqual(expectedWorkFacts(all, day, promptBounds))
          }
        }
        const oneDay = sampleDays[all.length % sampleDays.length] ?? ''
        const ofAll = computedOf(oneDay, expectedFacts(all, oneDay), expectedWorkFacts(all, oneDay))
        for (const { name } of compared) {
          expect(await computedApart(storeOf(name), organization, oneDay)).toEqual(ofAll)
        }
        const days = compared.map(({ name }) => storeOf(name).daysOf(organization, 'u:1'))
        const mine = counting(all).filter(({ user }) => user === 'u:1')
        const expectedDays = [...new Set(mine.map(({ timeMs }) => dayOf(timeMs)))].toSorted()
        for (const found of await Promise.all(days)) expect(found).toEqual(expectedDays)
      }),
      { numRuns: 20 },
    )
  })
})

/** Appends one after the other; each must name the days whose facts it changes. */
async function inTurn(appends: UsageEvent[][], append: (events: UsageEvent[]) => Promise<AppendResult>) {
  const results: AppendResult[] = []
  for (const [index, events] of appends.entries()) {
    const result = await append(events)
    const [before, after] = [appends.slice(0, index).flat(), appends.slice(0, index + 1).flat()]
    for (const day of sampleDays) {
      const isSame = isDeepStrictEqual(expectedFacts(before, day), expectedFacts(after, day))
      if (!isSame) expect(result.days).toContain(day)
    }
    results.push(result)
  }
  return results
}
