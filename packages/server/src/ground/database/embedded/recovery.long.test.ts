import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endPostgres, isPostgresOf } from './postgres-process.ts'
import { dataDirWithDatabase, query, runServerProcess, startForTest, temporaryDataDir } from './test-postgres.ts'

const startAndStay = `
  const postgres = await startEmbeddedPostgres({ dataDir, log, onGiveUp() {} })
  const client = new Client(postgres.connection)
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer')
  console.log(postgres.pid)`

describe('start after a crash', () => {
  it('stops the Postgres of a server that was killed, and takes over its data', async () => {
    const dataDir = await dataDirWithDatabase()
    const clusterDir = join(dataDir, 'postgres')
    const server = await runServerProcess(dataDir, startAndStay)
    const orphan = Number(server.line)
    await server.kill()
    expect(await isPostgresOf(clusterDir, orphan)).toBe(true)

    const { postgres, messages } = await startForTest(dataDir)
    expect(messages).toEqual(['Stopping a Postgres that outlived its server', 'Postgres is ready'])
    expect(await isPostgresOf(clusterDir, orphan)).toBe(false)
    expect(await query(postgres, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('starts when both the server and its Postgres were killed', async () => {
    const dataDir = await dataDirWithDatabase()
    const server = await runServerProcess(dataDir, startAndStay)
    await server.kill()
    process.kill(Number(server.line), 'SIGKILL')
    const { postgres } = await startForTest(dataDir)
    expect(await query(postgres, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('ends an orphan that does not react to an orderly shutdown', async () => {
    const dataDir = await dataDirWithDatabase()
    const server = await runServerProcess(dataDir, startAndStay)
    await server.kill()
    const orphan = Number(server.line)
    // A stopped process reacts to nothing but SIGKILL and SIGCONT; the postmaster is dead before it could help.
    process.kill(orphan, 'SIGSTOP')
    await endPostgres(join(dataDir, 'postgres'), orphan, { SIGINT: 50, SIGQUIT: 50, SIGKILL: 10_000 })
    const { postgres } = await startForTest(dataDir)
    expect(await query(postgres, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('starts when the pid in postmaster.pid was reused, is dead or was lost with the file system', async () => {
    const dataDir = await dataDirWithDatabase()
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const first = await runServerProcess(dataDir, startAndStay)
    await first.kill()
    let running = Number(first.line)
    for (const pid of [String(process.pid), '4194304', '']) {
      const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
      process.kill(running, 'SIGKILL')
      await writeFile(file, pid === '' ? '' : [pid, ...rest].join('\n'))
      await writeFile(join(dataDir, 'run', '.s.PGSQL.5432.lock'), `${pid}\n`)

      const next = await runServerProcess(dataDir, startAndStay)
      await next.kill()
      running = Number(next.line)
    }
    const { postgres } = await startForTest(dataDir)
    expect(await query(postgres, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('starts over when the server or the machine died while the database was created', async () => {
    const dataDir = await temporaryDataDir()
    const server = await runServerProcess(
      dataDir,
      `startEmbeddedPostgres({ dataDir, log, onGiveUp() {} })
      console.log('starting')`,
    )
    while (!(await readdir(dataDir)).some((name) => name.startsWith('postgres.new-')));
    await server.kill()
    expect(await readdir(dataDir)).not.toContain('postgres')
    await mkdir(join(dataDir, 'postgres.new-abc123', 'base'), { recursive: true })
    await writeFile(join(dataDir, 'postgres.new-abc123', 'PG_VERSION'), '18\n')

    const { postgres, messages } = await startForTest(dataDir)
    expect(messages[0]).toBe('Created the embedded database')
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password', 'run'])
    expect(await query(postgres, 'SELECT current_database()')).toEqual([{ current_database: 'muster' }])
  })
})

describe('start is refused', () => {
  it('when something that is not visible here answers on the socket of this cluster', async () => {
    const dataDir = await dataDirWithDatabase()
    await mkdir(join(dataDir, 'run'))
    const elsewhere = createServer((socket) => socket.destroy()).listen(join(dataDir, 'run', '.s.PGSQL.5432'))
    onTestFinished(() => void elsewhere.close())
    await expect(startForTest(dataDir)).rejects.toThrow(/^A Postgres outside this container or machine already uses/)
  })

  it('when the cluster was made by another version of Postgres', async () => {
    const dataDir = await temporaryDataDir()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(startForTest(dataDir)).rejects.toThrow('was made by Postgres 17 and this Muster brings Postgres 18')
  })

  it('when the place of the cluster holds something else', async () => {
    const dataDir = await temporaryDataDir()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine')
    await expect(startForTest(dataDir)).rejects.toThrow('holds files but no database')
  })
})
