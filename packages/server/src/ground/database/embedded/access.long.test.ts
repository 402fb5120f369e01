import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getBinaries } from './binaries.ts'
import { accountLauncher, ownLauncher, run } from './launcher.ts'
import { readPidFile } from './pid-file.ts'
import { isPostgresOf } from './postgres-process.ts'
import { dataDirWithDatabase, query, runServerProcess, startForTest, temporaryDataDir } from './test-postgres.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const told = 'The database trusted every process of its account; from now on it asks for a password'

/** A data directory as earlier versions made it: all are trusted, and the service is the superuser. */
async function oldDataDir(): Promise<string> {
  const dataDir = await temporaryDataDir()
  const clusterDir = join(dataDir, 'postgres')
  const { initdb, postgres } = await getBinaries()
  const launcher = isRoot ? accountLauncher(nobody) : ownLauncher()
  await mkdir(clusterDir, { mode: 0o700 })
  if (isRoot) await chown(clusterDir, nobody.uid, nobody.gid)
  const make = ['--auth-local=trust', '--auth-host=reject', '--no-sync', '--encoding=UTF8', '--locale=C']
  const single = ['--single', '-D', clusterDir]
  for (const [file, args, input] of [
    [initdb, [`--pgdata=${clusterDir}`, '--username=muster', ...make], ''],
    [postgres, [...single, 'template1'], 'CREATE DATABASE muster\n'],
    [
      postgres,
      [...single, 'muster'],
      'CREATE TABLE kept (id int GENERATED ALWAYS AS IDENTITY, answer int)\n' +
        'INSERT INTO kept (answer) VALUES (42)\nCREATE VIEW seen AS SELECT answer FROM kept\nCREATE SEQUENCE alone\n',
    ],
  ] as const) {
    expect(await run(launcher, file, args, input)).toMatchObject({ ok: true })
  }
  await appendFile(join(clusterDir, 'postgresql.conf'), "\ninclude 'muster.conf'\n")
  await appendFile(join(clusterDir, 'muster.conf'), '# of an earlier version\n')
  if (isRoot) await chown(join(clusterDir, 'muster.conf'), nobody.uid, nobody.gid)
  return dataDir
}

const attempt = (connection: object) => `
  const client = new Client(${JSON.stringify(connection)})
  const outcome = await client.connect().then(() => 'connected', (error) => error.code)
  console.log(outcome)
  process.exit()`

describe('a cluster', () => {
  it('lets the service in with its password, which is no superuser, and nobody else', async () => {
    const dataDir = await dataDirWithDatabase()
    const { postgres } = await startForTest(dataDir)
    const { connection } = postgres
    expect(await query(postgres, 'SELECT rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: false, rolcreaterole: false },
    ])
    await expect(query(postgres, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toMatchObject({ code: '42501' })
    for (const other of [{ password: 'wrong' }, { user: 'muster' }, { user: 'muster', database: 'postgres' }]) {
      await expect(query({ connection: { ...connection, ...other } }, 'SELECT 1')).rejects.toMatchObject({
        code: expect.stringMatching(/^28/),
      })
    }
    const password = await stat(join(dataDir, 'postgres.password'))
    expect([password.mode & 0o777, password.uid]).toEqual([0o600, process.getuid?.()])
  })

  it.runIf(isRoot)('of root belongs to a user id that no other program has, and is closed to all others', async () => {
    const dataDir = await dataDirWithDatabase()
    const { postgres } = await startForTest(dataDir)
    const { uid, gid } = await stat(join(dataDir, 'postgres'))
    expect((await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':')[2])).not.toContain(
      `${uid}`,
    )
    const { password: _, ...withoutPassword } = postgres.connection
    const trying = async (account: { uid: number; gid: number }, user: string) => {
      const { line, exited } = await runServerProcess(
        dataDir,
        attempt({ ...withoutPassword, user, password: 'x' }),
        account,
      )
      await exited
      return line
    }
    expect(await trying(nobody, 'muster_service')).toBe('EACCES')
    expect(await trying({ uid: 1, gid: 1 }, 'muster')).toBe('EACCES')
    // Even a process that had the number would need the password.
    expect(await trying({ uid, gid }, 'muster_service')).toBe('28P01')
    expect(await trying({ uid, gid }, 'muster')).toBe('28000')
  })

  it('gets a new password when the file is lost', async () => {
    const dataDir = await dataDirWithDatabase()
    await rm(join(dataDir, 'postgres.password'))
    const { postgres, messages } = await startForTest(dataDir)
    expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(messages).toEqual(['Postgres is ready'])
  })
})

describe('a cluster of an earlier version', () => {
  it('keeps its rows, asks for a password from now on, and says so once', async () => {
    const dataDir = await oldDataDir()
    const first = await startForTest(dataDir)
    expect(first.messages).toEqual([told, 'Postgres is ready'])
    expect(await query(first.postgres, 'SELECT answer FROM seen')).toEqual([{ answer: 42 }])
    await query(first.postgres, 'INSERT INTO kept (answer) VALUES (43)')
    await query(first.postgres, 'ALTER TABLE kept ADD COLUMN more int')
    await query(first.postgres, 'DROP SEQUENCE alone')
    await query(first.postgres, 'CREATE TABLE newer ()')
    const asSuperuser = { connection: { ...first.postgres.connection, user: 'muster' } }
    await expect(query(asSuperuser, 'SELECT 1')).rejects.toMatchObject({ code: '28000' })
    if (isRoot) expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(nobody.uid)
    await first.postgres.stop()
    const second = await startForTest(dataDir)
    expect(second.messages).toEqual(['Postgres is ready'])
  })

  it('is mended also when its Postgres outlived the service', async () => {
    const dataDir = await oldDataDir()
    const clusterDir = join(dataDir, 'postgres')
    const { postgres: program } = await getBinaries()
    const args = ['-D', clusterDir, '-c', 'listen_addresses=', '-k', clusterDir]
    const account = isRoot ? nobody : {}
    const orphan = spawn(program, args, { ...account, cwd: '/', env: {}, stdio: 'ignore' })
    await expect.poll(async () => (await readPidFile(clusterDir))?.ready).toBe(true)
    const ended = once(orphan, 'exit')
    const { postgres, messages } = await startForTest(dataDir)
    await ended
    expect(messages).toEqual(['Stopping a Postgres that outlived its server', told, 'Postgres is ready'])
    expect(await isPostgresOf(clusterDir, orphan.pid ?? 0)).toBe(false)
    expect(await query(postgres, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })
})
