import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import { event } from './events-samples.ts'

const log = pino({ level: 'silent' })
const organization = randomUUID()
const commits = 5
const eventsOfCommit = 400

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-torn-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** The files of a store that holds several commits in its log, as a process that is killed leaves them. */
async function killedStore(ofCommit = eventsOfCommit) {
  const [dataDir, copy] = [await temporaryDirectory(), await temporaryDirectory()]
  const store = await openDuckDbStore({ dataDir, log })
  const sizes: number[] = []
  const wal = join(dataDir, 'events.duckdb.wal')
  for (let commit = 0; commit < commits; commit++) {
    await store.append(
      organization,
      Array.from({ length: ofCommit }, (_, index) => event({ name: `${commit} ${index}` })),
    )
    sizes.push((await readFile(wal)).length)
  }
  await cp(dataDir, copy, { recursive: true })
  await store.close()
  return { dataDir: copy, wal: join(copy, 'events.duckdb.wal'), sizes }
}

async function countIn(dataDir: string): Promise<number> {
  const store = await openDuckDbStore({ dataDir, log })
  try {
    await store.append(organization, [event({ name: 'one more' })])
    return (await store.count()) - 1
  } finally {
    await store.close()
  }
}

describe('a log of DuckDB that a failing disk kept in part', () => {
  it('loses its last commit and nothing else, and keeps what was cut off', async () => {
    const { dataDir, wal, sizes } = await killedStore()
    const bytes = await readFile(wal)
    const [before = 0] = sizes.slice(-2)
    // From the next block on, nothing of the last commit reached the disk.
    const torn = Buffer.from(bytes).fill(0, Math.ceil((before + 200) / 4096) * 4096)
    await writeFile(wal, torn)
    expect(await countIn(dataDir)).toBe((commits - 1) * eventsOfCommit)
    const cut = (await readdir(dataDir)).filter((name) => name.includes('.cut-'))
    expect(cut).toEqual([expect.stringMatching(/^events\.duckdb\.wal\.cut-/)])
    const kept = await readFile(join(dataDir, cut[0] ?? ''))
    expect(torn.subarray(torn.length - kept.length).equals(kept)).toBe(true)
  })

  it('loses only its last commit, even if later blocks of that commit reached the disk', async () => {
    const { dataDir, wal, sizes } = await killedStore(5_000)
    const bytes = await readFile(wal)
    const [before = 0, end = 0] = sizes.slice(-2)
    // The commit is several entries long: the head of each of them is missing, the rest is there.
    const missing = Math.ceil((before + 200) / 4096) * 4096
    for (let block = missing; block + 8192 < end; block += 8192) bytes.fill(0, block, block + 4096)
    await writeFile(wal, bytes)
    expect(await countIn(dataDir)).toBe((commits - 1) * 5_000)
  })

  it('is refused and left alone when commits follow the damage', async () => {
    const { dataDir, wal, sizes } = await killedStore()
    const bytes = await readFile(wal)
    const [second = 0] = sizes.slice(1)
    bytes[second + 300] = (bytes[second + 300] ?? 0) ^ 0xff
    await writeFile(wal, bytes)
    await expect(openDuckDbStore({ dataDir, log })).rejects.toThrow(/Corrupt WAL file/)
    expect((await readFile(wal)).equals(bytes)).toBe(true)
  })
})
