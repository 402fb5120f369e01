import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { EventFile } from './event-file.ts'

const megabyte = 2 ** 20
const manyEvents = 20_000

async function newFile(): Promise<EventFile> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-spare-'))
  const file = new EventFile(join(directory, 'events.duckdb'), pino({ level: 'silent' }))
  onTestFinished(async () => {
    await file.close()
    await rm(directory, { recursive: true, force: true })
  })
  return file
}

/** Writes 48 MB that DuckDB cannot compress, and lets it take them for this many events. */
function writeMuch(file: EventFile, events: number): Promise<void> {
  return file.write(async ({ writer }) => {
    await writer.run('create table numbers as select random() as value from range(6000000)')
    await writer.run('checkpoint')
  }, events)
}

/** Memory is given back before the next write. */
const writeNothing = (file: EventFile) => file.write(async () => undefined)

async function heldBytes(file: EventFile): Promise<number> {
  const query = `select sum(memory_usage_bytes) * 1e0 from duckdb_memory() where tag = 'BASE_TABLE'`
  const [bytes = 0] = await file.all(query, [], (row) => row.number(0))
  return bytes
}

async function limitOf(file: EventFile): Promise<string | undefined> {
  const [limit] = await file.all(`select current_setting('memory_limit')`, [], (row) => row.text(0))
  return limit
}

it('forgets most of what was written, every twenty thousand events, and has its usual limit afterwards', async () => {
  const file = await newFile()
  const limit = await limitOf(file)
  await writeMuch(file, manyEvents - 1)
  await writeNothing(file)
  expect(await heldBytes(file)).toBeGreaterThan(40 * megabyte)
  await file.write(async () => undefined, 1)
  await writeNothing(file)
  expect(await heldBytes(file)).toBeLessThan(33 * megabyte)
  expect(await limitOf(file)).toBe(limit)
  expect(await file.all('select count(*) * 1e0 from numbers', [], (row) => row.number(0))).toEqual([6_000_000])
})

it('forgets nothing while somebody reads', async () => {
  const file = await newFile()
  await writeMuch(file, manyEvents - 1)
  const reading = file.stream('select value from numbers', [], (row) => row.number(0))
  await reading.next()
  await file.write(async () => undefined, 1)
  await writeNothing(file)
  expect(await heldBytes(file)).toBeGreaterThan(40 * megabyte)
  await reading.return(undefined)
  for (let write = 0; write < 2; write++) await writeNothing(file)
  expect(await heldBytes(file)).toBeLessThan(33 * megabyte)
})
