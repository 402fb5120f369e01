import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { needProgram } from '../packages/server/src/testing/need-program.ts'
import { findDebianPostgres, postgresAccount, startDebianPostgres } from './debian-postgres.ts'
import { launch, startServer, temporaryDataDir } from './running-server.ts'

const binaries = await findDebianPostgres()
const program = await needProgram('pgbouncer')

const ignored = 'ignore_startup_parameters = statement_timeout,lock_timeout,options'

/** Debian’s pgbouncer before Debian’s Postgres. Resolves with the DATABASE_URL through it. */
async function startPgbouncer(...settings: string[]): Promise<string> {
  const { url, password } = await startDebianPostgres(binaries)
  const [directory, port] = [await mkdtemp(join(tmpdir(), 'muster-pgbouncer-')), await freePort()]
  const target = `host=127.0.0.1 port=${new URL(url).port} user=muster password='${password}'`
  const own = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any', ...settings]
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(file, ['[databases]', `postgres = ${target}`, '[pgbouncer]', ...own, ''].join('\n'))
  const account = postgresAccount()
  if (account) for (const path of [directory, file]) chownSync(path, account.uid, account.gid)
  const pooler = spawn(program, [file], { ...account, stdio: 'ignore' })
  onTestFinished(async () => {
    pooler.kill('SIGKILL')
    if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit')
    await rm(directory, { recursive: true, force: true })
  })
  await expect.poll(() => answers(port), { interval: 20 }).toBe(true)
  return `postgres://muster@127.0.0.1:${port}/postgres`
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function refusal(url: string): Promise<string> {
  const server = launch({ DATABASE_URL: url, MUSTER_DATA_DIR: await temporaryDataDir(), MUSTER_LOG_LEVEL: 'error' })
  expect(await server.ended).toBe(1)
  expect(server.errors().trim().split('\n')).toHaveLength(1)
  return server.errors()
}

describe('pgbouncer', () => {
  it.each(['transaction', 'statement'])('that shares connections is refused: %s mode', async (mode) => {
    const said = await refusal(await startPgbouncer(`pool_mode = ${mode}`, ignored))
    expect(said).toMatch(/is behind a pooler that shares its connections .* In pgbouncer set pool_mode = session/)
  })

  it('that shares connections is noticed also when it takes them in turn', async () => {
    const url = await startPgbouncer('pool_mode = transaction', 'server_round_robin = 1', ignored)
    expect(await refusal(url)).toContain('set pool_mode = session')
  })

  it('is refused with what to change if it passes no settings on', async () => {
    expect(await refusal(await startPgbouncer('pool_mode = session'))).toContain(`In pgbouncer set ${ignored}`)
  })

  it('serves a service in session mode', async () => {
    const url = await startPgbouncer('pool_mode = session', 'default_pool_size = 30', ignored)
    const server = await startServer({ DATABASE_URL: url, MUSTER_DATA_DIR: await temporaryDataDir() })
    const names = Array.from({ length: 30 }, (_, index) => `computer ${index}`)
    await Promise.all(names.map((name) => server.owner.computers.register({ name })))
    expect((await server.owner.computers.list()).computers).toHaveLength(30)
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})
