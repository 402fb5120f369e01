import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isAlive, postgresPid, startServer, temporaryDataDir } from './running-server.ts'

/** The postmaster and all of its backends. */
async function postgresFamily(postmaster: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2]) }
    }),
  )
  return [postmaster, ...parents.filter(({ parent }) => parent === postmaster).map(({ pid }) => pid)]
}

/** Those that still run: a process that has ended stays listed until its parent collects it. */
async function runningOf(pids: readonly number[]): Promise<number[]> {
  const states = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X')))
  return pids.filter((_, index) => !/\) [ZX]/.test(states[index] ?? ''))
}

describe('a Postgres that stands still, as on a disk that does not answer', () => {
  it('does not keep the service from ending during requests, and does not outlive it', async () => {
    const dataDir = await temporaryDataDir()
    const server = await startServer({ MUSTER_DATA_DIR: dataDir })
    await server.owner.sessions.list()
    const family = await postgresFamily((await postgresPid(dataDir)) ?? 0)
    onTestFinished(() => family.filter(isAlive).forEach((pid) => void process.kill(pid, 'SIGKILL')))
    expect(family.length).toBeGreaterThan(3)
    for (const pid of family) process.kill(pid, 'SIGSTOP')
    const requests = [1, 2, 3].map(() => server.owner.sessions.list().catch((error: unknown) => error))
    const telemetry = server.owner.telemetry
      .events({ events: [{ time: Date.now(), client: 'web', type: 'session_start' }] })
      .catch((error: unknown) => error)
    // Not before the requests have reached it.
    await expect.poll(async () => (await fetch(`${server.address}/healthz`)).status).toBe(200)
    server.process.kill('SIGTERM')
    // A container gets 30 seconds to end. The test waits for longer, so that only an endless wait fails it.
    expect(await server.ended).toBe(0)
    await Promise.all([...requests, telemetry])
    expect(await runningOf(family)).toEqual([])
    const again = await startServer({ MUSTER_DATA_DIR: dataDir })
    expect(await again.owner.organization.me()).toMatchObject({ user: { role: 'owner' } })
  })

  it('is reported by /readyz within seconds', async () => {
    const dataDir = await temporaryDataDir()
    const server = await startServer({ MUSTER_DATA_DIR: dataDir })
    const family = await postgresFamily((await postgresPid(dataDir)) ?? 0)
    for (const pid of family) process.kill(pid, 'SIGSTOP')
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`${server.address}/readyz`)))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    for (const pid of family) process.kill(pid, 'SIGCONT')
    await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status, { timeout: 90_000 }).toBe(200)
  })
})
