import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { needProgram } from '../packages/server/src/testing/need-program.ts'

const run = promisify(execFile)

interface DebianPostgres {
  readonly url: string
  readonly password: string
  readonly version: string
  /** The postmaster; the processes of its connections end with it, unless they are stopped. */
  readonly process: ChildProcess
  /** Its data and its socket are there. */
  readonly directory: string
}

/** The programs of the server that somebody already has: Debian's package. */
export async function findDebianPostgres(): Promise<string> {
  return dirname(await needProgram('/usr/lib/postgresql/*/bin/postgres', 'postgresql'))
}

const password = 'pass word/with:signs'

/** Starts it on a TCP port with a password, as a database server usually runs. Ends with the test. */
export async function startDebianPostgres(binaries: string): Promise<DebianPostgres> {
  const directory = ownedDirectory()
  const passwordFile = join(directory, 'password')
  writeFileSync(passwordFile, password)
  own(passwordFile)
  const words = ['-D', join(directory, 'data'), '-U', 'muster', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-N']
  await run(join(binaries, 'initdb'), words, postgresAccount())
  return start(binaries, directory)
}

/** A second server that gets everything from the first one over a stream, without making it wait. It is read-only until then. */
export async function startReplica(binaries: string, primary: DebianPostgres) {
  const directory = ownedDirectory()
  const words = ['-D', join(directory, 'data'), '-R', '-X', 'stream', '-c', 'fast', '-d', primary.url]
  await run(join(binaries, 'pg_basebackup'), words, postgresAccount())
  const server = await start(binaries, directory)
  const promote = () =>
    run(join(binaries, 'pg_ctl'), ['promote', '-w', '-D', join(directory, 'data')], postgresAccount())
  return { ...server, promote }
}

async function start(binaries: string, directory: string): Promise<DebianPostgres> {
  const port = await freePort()
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', join(directory, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', directory],
    { ...postgresAccount(), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  onTestFinished(async () => {
    server.kill('SIGINT')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    await rm(directory, { recursive: true, force: true })
  })
  for await (const text of server.stderr.setEncoding('utf8')) if (String(text).includes('ready to accept')) break
  server.stderr.resume()
  const { stdout } = await run(join(binaries, 'postgres'), ['--version'])
  return {
    url: `postgres://muster:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    password,
    version: stdout,
    process: server,
    directory,
  }
}

function ownedDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'muster-debian-'))
  own(directory)
  return directory
}

function own(path: string): void {
  const account = postgresAccount()
  if (account) chownSync(path, account.uid, account.gid)
}

/** Postgres refuses to run as root; Debian's package brings an account for it. */
export function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
