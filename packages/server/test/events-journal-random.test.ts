import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { appendFile, cp, mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { Random } from '../../../chaos/random.ts'
import { openDuckDbStore } from '../src/events/duckdb/open-duckdb-store.ts'
import type { UsageEvent } from '../src/events/usage-event.ts'
import { event } from './events-samples.ts'
import { failure, interposeJournal, type JournalCall } from './journal-calls.ts'

/** `FUZZ_SEED=7 FUZZ_RUNS=200` tries other and more histories of a store. A failure prints its seed. */
const firstSeed = Number(process.env.FUZZ_SEED ?? 20_260_301)
const runs = Number(process.env.FUZZ_RUNS ?? 4)
const stepsOfRun = 80

const log = pino({ level: 'silent' })

it.each(Array.from({ length: runs }, (_, index) => firstSeed + index))(
  'holds what it acknowledged once, whatever fails and whenever it is killed (seed %i)',
  async (seed) => {
    const random = new Random(seed)
    const root = await mkdtemp(join(tmpdir(), 'muster-journal-random-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))

    /** What the oracle knows: these must be there, and these may be. Everything that was ever sent is in one of them. */
    const acknowledged = new Map<string, UsageEvent>()
    const unsure = new Map<string, UsageEvent>()

    let lives = 0
    let dataDir = join(root, '0')
    let store = await openDuckDbStore({ dataDir, log })
    const journal = () => join(dataDir, 'events.duckdb.journal')
    /** The journal as of its last flush, perhaps an earlier one. A power cut loses what came later, or a part of that. */
    let flushed: Buffer = Buffer.alloc(0)
    /** The calls of the journal that fail next. */
    let failing: JournalCall[] = []
    /** How many calls of the journal the process still does before it is killed. */
    let callsToLive = Number.POSITIVE_INFINITY
    let nextDir: string | undefined

    /** Copies the files as a process leaves them that is killed now, on a machine that may lose its power with it. */
    const kill = async () => {
      nextDir = join(root, String(++lives))
      await cp(dataDir, nextDir, { recursive: true })
      const left = join(nextDir, 'events.duckdb.journal')
      const written = contentOf(left)
      if (written === undefined || random.next() < 0.4) return
      const same = commonLength(written, flushed)
      const cut = Math.floor(random.between(same, written.length + 1))
      if (random.next() < 0.3) writeFileSync(left, flushed)
      else if (random.next() < 0.5) await truncate(left, cut)
      else writeFileSync(left, Buffer.from(written).fill(0, cut))
    }

    await interposeJournal(journal, async (call, proceed) => {
      const isLast = nextDir === undefined && callsToLive-- <= 0
      const before = random.next() < 0.5
      if (isLast && before) await kill()
      try {
        if (failing.includes(call) && random.next() < 0.8) {
          if (call === 'write') await appendFile(journal(), randomBytes(Math.floor(random.between(0, 40))))
          // After a flush that failed, the disk has what was written, or what it had before.
          if (call === 'datasync' && random.next() < 0.5) writeFileSync(journal(), flushed)
          throw failure(call === 'write' ? 'ENOSPC' : 'EIO')
        }
        const result = await proceed()
        if (call === 'datasync') flushed = contentOf(journal()) ?? Buffer.alloc(0)
        return result
      } finally {
        if (isLast && !before) await kill()
      }
    })

    const append = async () => {
      const fresh = Array.from({ length: random.pick([1, 1, 1, 2, 5, 16, 17, 40]) }, () =>
        event({ id: randomBytes(16).toString('hex') }),
      )
      const again = [...acknowledged.values(), ...unsure.values()].filter(() => random.next() < 0.02)
      const sent = [...(random.next() < 0.8 ? fresh : []), ...again, ...[...unsure.values()].slice(0, 2)]
      for (const each of sent) if (!acknowledged.has(each.id)) unsure.set(each.id, each)
      const receipt = await store.append('acme', sent).catch(unavailable)
      // A process that is killed answers nobody.
      if (receipt === undefined || nextDir !== undefined) return
      const distinct = new Map(sent.map((each) => [each.id, each]))
      for (const each of distinct.values()) {
        if (acknowledged.has(each.id)) expect(receipt.duplicates).toContain(each.id)
        acknowledged.set(each.id, each)
        unsure.delete(each.id)
      }
    }

    const read = async () => {
      const [must, may] = [new Set(acknowledged.keys()), new Set([...acknowledged.keys(), ...unsure.keys()])]
      const ids: string[] = []
      const isWhole = await readInto(ids).catch(unavailable)
      if (!isWhole) return
      expect(new Set(ids).size).toBe(ids.length)
      expect([...must].filter((id) => !ids.includes(id))).toEqual([])
      expect(ids.filter((id) => !may.has(id) && !unsure.has(id) && !acknowledged.has(id))).toEqual([])
    }
    const readInto = async (ids: string[]) => {
      for await (const { events } of store.export()) ids.push(...events.map(({ id }) => id))
      return true
    }

    /** Ends this life of the store, if it was killed, and begins the next one. */
    const live = async () => {
      if (nextDir === undefined) return
      failing = []
      await store.close()
      dataDir = nextDir
      nextDir = undefined
      callsToLive = Number.POSITIVE_INFINITY
      flushed = contentOf(journal()) ?? Buffer.alloc(0)
      store = await openDuckDbStore({ dataDir, log })
      await rm(join(root, String(lives - 1)), { recursive: true, force: true })
    }

    const steps: [weight: number, () => unknown][] = [
      [40, append],
      [10, read],
      [10, () => Promise.all([append(), read(), read()])],
      [6, () => (failing = [random.pick(['write', 'datasync', 'truncate'] as const)])],
      [2, () => (failing = ['write', 'truncate'])],
      [10, () => (failing = [])],
      [6, () => (callsToLive = Math.floor(random.between(0, 8)))],
      [4, kill],
      [2, () => store.close().then(async () => (store = await openDuckDbStore({ dataDir, log })))],
    ]
    const bag = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))
    for (let step = 0; step < stepsOfRun; step++) {
      await random.pick(bag)()
      await live()
    }
    await kill()
    await live()
    await read()
    expect(await store.count()).toBeGreaterThanOrEqual(acknowledged.size)
    expect(acknowledged.size).toBeGreaterThan(20)
    await store.close()
  },
)

/** The store may refuse while something fails, and must say so. */
function unavailable(error: { code?: string }): undefined {
  expect(error).toMatchObject({ code: 'unavailable' })
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function commonLength(one: Buffer, other: Buffer): number {
  const end = Math.min(one.length, other.length)
  for (let at = 0; at < end; at++) if (one[at] !== other[at]) return at
  return end
}
