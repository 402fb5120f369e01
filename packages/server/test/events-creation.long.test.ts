import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import { identityOf } from '../src/know/events/identity-of-directory.ts'
import { event } from './events-samples.ts'

const log = pino({ level: 'silent' })

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-events-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Opens a store in a process of its own, and kills that after so many changes of the directory's files. */
async function openAndKill(dataDir: string, changes: number): Promise<void> {
  let seen = 0
  const watcher = watch(dataDir, () => {
    if (++seen === changes) child.kill('SIGKILL')
  })
  const program = join(import.meta.dirname, 'events-appender.ts')
  const child = spawn(process.execPath, [program, dataDir, 'open'], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.once('data', () => child.kill('SIGKILL'))
  await once(child, 'exit')
  watcher.close()
}

describe('the first start', () => {
  it('can be killed at any moment while the file of events is made', async () => {
    for (let changes = 1; changes <= 12; changes++) {
      const dataDir = await temporaryDirectory()
      await openAndKill(dataDir, changes)
      const store = await openDuckDbStore({ dataDir, log })
      await store.append('organization', [event()])
      expect(await store.count()).toBe(1)
      await store.close()
      expect(await readdir(dataDir)).toEqual(['events.duckdb'])
    }
  })

  it('replaces the incomplete file of a killed earlier version', async () => {
    for (const size of [0, 4096, 8192]) {
      const dataDir = await temporaryDirectory()
      await writeFile(join(dataDir, 'events.duckdb'), Buffer.alloc(size))
      const store = await openDuckDbStore({ dataDir, log })
      await store.append('organization', [event()])
      await store.close()
    }
  })

  it('keeps a file that could hold events, which DuckDB refuses', async () => {
    const dataDir = await temporaryDirectory()
    await writeFile(join(dataDir, 'events.duckdb'), Buffer.alloc(20_000, 1))
    await expect(openDuckDbStore({ dataDir, log })).rejects.toThrow(/not a valid DuckDB database file/)
    expect((await stat(join(dataDir, 'events.duckdb'))).size).toBe(20_000)
  })

  it('makes a file of small blocks, in which a few events of many columns waste little', async () => {
    const dataDir = await temporaryDirectory()
    const store = await openDuckDbStore({ dataDir, log })
    await store.close()
    const instance = await DuckDBInstance.create(join(dataDir, 'events.duckdb'))
    const size = await (await instance.connect()).runAndReadAll('pragma database_size')
    instance.closeSync()
    expect(size.getRowObjects()[0]?.block_size).toBe(65_536n)
  })

  it('makes a file that other accounts cannot read', async () => {
    const before = process.umask(0o022)
    onTestFinished(() => void process.umask(before))
    const dataDir = await temporaryDirectory()
    await (await openDuckDbStore({ dataDir, log })).close()
    expect((await stat(join(dataDir, 'events.duckdb'))).mode & 0o777).toBe(0o600)
  })
})

describe('the name of a data directory', () => {
  const unknown = async () => undefined

  it('stays, and is closed to other accounts', async () => {
    const dataDir = await temporaryDirectory()
    const identity = await identityOf(dataDir, unknown)
    expect(await identityOf(dataDir, unknown)).toBe(identity)
    expect((await stat(join(dataDir, 'events.id'))).mode & 0o777).toBe(0o600)
  })

  it('is restored from the database if a power cut took it from the directory with the events', async () => {
    const dataDir = await temporaryDirectory()
    const identity = await identityOf(dataDir, unknown)
    await writeFile(join(dataDir, 'events.duckdb'), '')
    await truncate(join(dataDir, 'events.id'))
    expect(await identityOf(dataDir, async () => identity)).toBe(identity)
    expect(await identityOf(dataDir, unknown)).toBe(identity)
  })

  it('is new if there are no events, whatever the database knows', async () => {
    expect(await identityOf(await temporaryDirectory(), async () => 'of another node')).not.toBe('of another node')
  })
})
