import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isPostgresOf } from './postgres-process.ts'
import { connectTo, dataDirWithDatabase, query, startForTest, temporaryDataDir } from './test-postgres.ts'

describe('startEmbeddedPostgres', () => {
  it('creates the database on first start and keeps its data for the second', async () => {
    const dataDir = await temporaryDataDir()
    const first = await startForTest(dataDir)
    expect(first.messages).toEqual(['Created the embedded database', 'Postgres is ready'])
    expect(first.postgres.connection).toEqual({
      host: join(dataDir, 'run'),
      port: 5432,
      user: 'muster_service',
      password: expect.stringMatching(/^[\w-]{43}$/),
      database: 'muster',
    })
    await query(first.postgres, 'CREATE TABLE kept (word text)')
    await query(first.postgres, "INSERT INTO kept VALUES ('grün')")
    await writeFile(join(dataDir, 'postgres', 'local.conf'), "work_mem = '32MB'\n", { mode: 0o644 })
    const firstPid = first.postgres.pid
    await first.postgres.stop()
    expect(await isPostgresOf(join(dataDir, 'postgres'), firstPid)).toBe(false)

    const second = await startForTest(dataDir)
    expect(second.messages).toEqual(['Postgres is ready'])
    expect(await query(second.postgres, 'SELECT word FROM kept')).toEqual([{ word: 'grün' }])
    expect(await query(second.postgres, 'SHOW work_mem')).toEqual([{ work_mem: '32MB' }])
    // A clean shutdown leaves nothing to recover.
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('automatic recovery')
  })

  it('is durable, private, off the network, and out of reach of Ctrl-C', async () => {
    const dataDir = await dataDirWithDatabase()
    const { postgres } = await startForTest(dataDir)
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'listen_addresses',
      'shared_buffers',
      'data_checksums',
    ]
    const rows = await query(
      postgres,
      `SELECT name, current_setting(name) AS value FROM unnest('{${names}}'::text[]) AS name`,
    )
    expect(Object.fromEntries(rows.map((row) => Object.values(row as object)))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      shared_buffers: '256MB',
      data_checksums: 'on',
    })
    for (const name of ['run', 'postgres']) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o777).toBe(0o600)
    // A terminal sends Ctrl-C to the session of the server; Postgres is in one of its own.
    const [, , , , group, session] = (await readFile(`/proc/${postgres.pid}/stat`, 'utf8')).split(' ')
    expect([Number(group), Number(session)]).toEqual([postgres.pid, postgres.pid])
    expect(await query(postgres, "SELECT 'Ä' ILIKE 'ä' AS alike, 'Z' < 'a' AS by_code_point")).toEqual([
      { alike: true, by_code_point: true },
    ])
  })

  it('works in a directory whose path is too long for a socket', async () => {
    const dataDir = await dataDirWithDatabase(join('d'.repeat(120), 'e'.repeat(120)))
    const { postgres } = await startForTest(dataDir)
    expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const { host } = postgres.connection
    expect((await stat(host)).mode & 0o777).toBe(0o700)
    await postgres.stop()
    await expect(stat(host)).rejects.toThrow('ENOENT')
    const again = await startForTest(dataDir)
    expect(again.postgres.connection.host).toBe(host)
  })

  it('works in a directory whose name has commas, quotes and spaces', async () => {
    const { postgres } = await startForTest(await dataDirWithDatabase(`it's "my, data" dir`))
    expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('says what Postgres said when it does not start', async () => {
    const dataDir = await dataDirWithDatabase()
    await appendFile(join(dataDir, 'postgres', 'postgresql.conf'), "work_mem = 'plenty'\n")
    await expect(startForTest(dataDir)).rejects.toThrow(
      /^Postgres did not start \(1\); the end of .*\/postgres\.log says:\n.*invalid value for parameter "work_mem": "plenty"/s,
    )
  })
})

describe('while the server runs', () => {
  it('restarts a Postgres that was killed, with every committed row', async () => {
    const { postgres, logged } = await startForTest(await dataDirWithDatabase())
    await query(postgres, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const client = await connectTo(postgres)
    const killed = postgres.pid
    process.kill(killed, 'SIGKILL')
    await logged('Postgres is ready again')
    expect(postgres.pid).not.toBe(killed)
    expect(await query(postgres, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await client.end()
  })

  it('restarts a Postgres that somebody asked to end, although it waits for its clients', async () => {
    const { postgres, logged } = await startForTest(await dataDirWithDatabase())
    const client = await connectTo(postgres)
    const asked = postgres.pid
    process.kill(asked, 'SIGTERM')
    await logged('Postgres is ready again')
    expect(postgres.pid).not.toBe(asked)
    expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await client.end()
  })

  it('restarts although a busy backend of the killed postmaster holds its memory', async () => {
    const dataDir = await dataDirWithDatabase()
    const { postgres, logged } = await startForTest(dataDir)
    const busy = await connectTo(postgres)
    const backend = (await busy.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
    const lost = busy.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => 'lost')
    const isActive = `SELECT FROM pg_stat_activity WHERE pid = ${backend} AND state = 'active'`
    while ((await query(postgres, isActive)).length === 0);
    process.kill(postgres.pid, 'SIGKILL')
    await logged('Postgres is ready again')
    expect(await lost).toBe('lost')
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('pre-existing shared memory block')
    expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('gives up when Postgres ends a sixth time within a minute, and can still be stopped', async () => {
    const { postgres, logged, gaveUp, messages } = await startForTest(await dataDirWithDatabase())
    for (let restarts = 1; restarts <= 5; restarts++) {
      process.kill(postgres.pid, 'SIGKILL')
      await logged('Postgres is ready again', restarts)
    }
    process.kill(postgres.pid, 'SIGKILL')
    expect((await gaveUp).message).toMatch(/^Postgres could not be kept running: it ended \(SIGKILL\) after 5 restarts/)
    expect(messages.filter((message) => message === 'Postgres is ready again')).toHaveLength(5)
    await postgres.stop()
  })

  it('gives up with the reason when Postgres does not come back', async () => {
    const dataDir = await dataDirWithDatabase()
    const { postgres, gaveUp, messages } = await startForTest(dataDir)
    await appendFile(join(dataDir, 'postgres', 'postgresql.conf'), "work_mem = 'plenty'\n")
    process.kill(postgres.pid, 'SIGKILL')
    expect((await gaveUp).message).toContain('invalid value for parameter "work_mem"')
    expect(messages.filter((message) => message === 'Postgres could not be restarted')).toHaveLength(5)
  })

  it('stops for good when it is stopped during a restart', async () => {
    const dataDir = await dataDirWithDatabase()
    const { postgres, logged } = await startForTest(dataDir)
    process.kill(postgres.pid, 'SIGKILL')
    await logged('Postgres ended unexpectedly; restarting it')
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(await isPostgresOf(join(dataDir, 'postgres'), postgres.pid)).toBe(false)
    await expect(query(postgres, 'SELECT 1')).rejects.toThrow()
  })
})
