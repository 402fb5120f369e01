import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, open, readFile, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSmallDisk, type SmallDisk } from '../chaos/disk/small-disk.ts'
import { EventFile } from '../packages/server/src/know/events/duckdb/event-file.ts'
import { openDuckDbStore } from '../packages/server/src/know/events/duckdb/open-duckdb-store.ts'

const log = pino({ level: 'silent' })
const appender = join(import.meta.dirname, '../packages/server/test/events-appender.ts')
const commits = 30
const rowsOfCommit = 2_000
const rows = commits * rowsOfCommit

async function disk(): Promise<SmallDisk> {
  const made = await createSmallDisk(join(await realpath(await mkdtemp(join(tmpdir(), 'muster-failing-'))), 'small'))
  onTestFinished(() => made.remove())
  return made
}

async function mayMakeDisks(): Promise<boolean> {
  try {
    const made = await createSmallDisk(join(await mkdtemp(join(tmpdir(), 'muster-failing-')), randomUUID()))
    await made.remove()
    return true
  } catch (error) {
    console.log(`SKIPPED: a disk that fails, because ${error instanceof Error ? error.message : error}`)
    return false
  }
}

function countIn(file: EventFile): Promise<number[]> {
  return file.all('select count(*) * 1e0 from numbers', [], (row) => row.number(0))
}

describe.skipIf(!(await mayMakeDisks()))('a disk whose flushes fail for a while', () => {
  it('keeps everything that it acknowledged', async () => {
    const { directory, ...small } = await disk()
    const path = join(directory, 'file')
    const file = await open(path, 'a')
    const flushed: Buffer[] = []
    const append = async (bytes: number) => {
      const piece = randomBytes(bytes)
      await file.writeFile(piece)
      await file.sync()
      flushed.push(piece)
    }
    // The journal of the file system takes all of its own room first, so that later on only data finds none.
    for (let round = 0; round < 4_000; round++) await append(4096)
    await small.fail()
    const appendForever = async () => {
      for (;;) await append(160 * 1024)
    }
    await expect(appendForever()).rejects.toThrow()
    await file.close()
    await small.repair()
    const kept = await readFile(path)
    const said = Buffer.concat(flushed)
    expect(kept.subarray(0, said.length).equals(said)).toBe(true)
  })

  it('loses nothing of the event store at a later power cut', async () => {
    const { directory, ...small } = await disk()
    const path = join(directory, 'events.duckdb')
    const file = new EventFile(path, log)
    await file.write(async ({ writer }) => {
      await writer.run('create table numbers as select range as number, random() as value from range(10)')
      await writer.run('checkpoint')
      // Flushed to the log, and not in the database file yet.
      for (let commit = 0; commit < commits; commit++) {
        const from = commit * rowsOfCommit
        await writer.run(`insert into numbers select range, random() from range(${from}, ${from + rowsOfCommit})`)
      }
    })
    await small.fail()
    const checkpoint = () => file.write(async ({ writer }) => void (await writer.run('checkpoint')))
    await expect(checkpoint()).rejects.toMatchObject({ code: 'unavailable' })
    await small.recover()
    await checkpoint()
    expect(await countIn(file)).toEqual([rows + 10])
    await small.cutPower()
    await file.close()
    await small.repair()

    const after = new EventFile(path, log)
    onTestFinished(() => after.close())
    expect(await countIn(after)).toEqual([rows + 10])
    const sum = 'select sum(number) * 1e0 from numbers where value >= 0'
    expect(await after.all(sum, [], (row) => row.number(0))).toEqual([(rows * (rows - 1)) / 2 + 45])
    await after.close()
  })

  it('loses and doubles no single event that was acknowledged, even if it came again after a failed flush', async () => {
    const { directory, ...small } = await disk()
    // As above, the journal of the file system takes all of its own room first. Without it, ext4 becomes read-only.
    const file = await open(join(directory, 'file'), 'a')
    for (let round = 0; round < 4_000; round++) {
      await file.writeFile(randomBytes(4096))
      await file.sync()
    }
    await file.close()
    const child = spawn(process.execPath, [appender, directory, 'long'], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const acknowledged = new Set<string>()
    const nextLine = async () => {
      const { value } = await lines.next()
      if (value === undefined) throw new Error('The process that appends has ended.')
      if (value !== 'failed') acknowledged.add(value)
      return value
    }
    while (acknowledged.size < 10) await nextLine()
    await small.fail()
    while ((await nextLine()) !== 'failed');
    await small.recover()
    const enough = acknowledged.size + 10
    while (acknowledged.size < enough) await nextLine()
    // Nobody is told of a flush that is under way while the power is cut: the emulated disk lets it succeed.
    child.kill('SIGSTOP')
    await small.cutPower()
    child.kill('SIGKILL')
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (line.value !== 'failed') acknowledged.add(line.value)
    }
    await small.repair()

    const store = await openDuckDbStore({ dataDir: directory, log })
    const ids: string[] = []
    for await (const { events } of store.export()) ids.push(...events.map(({ id }) => id))
    await store.close()
    expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })
})
