import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isAlive, ownerKey, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'

const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** Worker processes of a service. */
function workersOf({ process: { pid } }: RunningServer): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        const isChild = Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1]) === pid
        return isChild && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('start/worker.ts')
      } catch {
        // It ended in between.
        return false
      }
    })
}

/** Enough sessions that a worker reads their body, and a worker computes their day. */
async function send({ address }: RunningServer, name: string): Promise<void> {
  const lines = Array.from({ length: 6_000 }, (_, index) =>
    JSON.stringify({
      id: `${name}-${index}`,
      time: `${yesterday}T12:00:00Z`,
      sessionId: `${name} session ${index}`,
      client: 'web',
      type: 'message',
      role: 'user',
    }),
  )
  const answer = await fetch(`${address}/api/v0/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  expect(await answer.json()).toMatchObject({ accepted: 6_000 })
}

/** The service with two idle workers. */
async function startWithWorkers(): Promise<{ server: RunningServer; workers: number[] }> {
  const server = await startServer({ MUSTER_DATA_DIR: await temporaryDataDir() })
  await send(server, 'first')
  expect((await server.owner.analytics.refresh()).failedDays).toEqual([])
  const workers = workersOf(server)
  expect(workers.length).toBe(2)
  return { server, workers }
}

/** A worker that is stopped works on its job for ever. */
async function refreshWithStoppedWorkers(server: RunningServer) {
  await server.owner.telemetry.events({
    events: [{ time: `${yesterday}T13:00:00Z`, client: 'web', type: 'message', role: 'user' }],
  })
  const stopped = workersOf(server)
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  const refresh = server.owner.analytics.refresh()
  refresh.catch(() => undefined)
  return { stopped, refresh }
}

describe('a worker', () => {
  it('that is killed in the middle of a day costs that day one attempt, and nothing else', async () => {
    const { server } = await startWithWorkers()
    const { stopped, refresh } = await refreshWithStoppedWorkers(server)
    // While the day is under way, others are served.
    expect((await server.owner.analytics.status()).pendingDays).toMatchObject([{ day: yesterday }])
    for (const pid of stopped) process.kill(pid, 'SIGKILL')
    const { failedDays } = await refresh
    // The service's own batch may have tried the day before, and failed in the same way.
    if (failedDays.length > 0) {
      expect(failedDays).toMatchObject([{ day: yesterday, reason: 'Its process was ended by SIGKILL.' }])
    }
    const { failedDays: later, completeThrough } = await server.owner.analytics.refresh()
    expect([later, completeThrough]).toEqual([[], yesterday])
  })

  it('does not keep the service from ending, and ends with it', async () => {
    const { server } = await startWithWorkers()
    const { stopped } = await refreshWithStoppedWorkers(server)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(stopped.filter(isAlive)).toEqual([])
  })

  it('ends by itself when the service is killed', async () => {
    const { server, workers } = await startWithWorkers()
    server.process.kill('SIGKILL')
    await server.ended
    await expect.poll(() => workers.filter(isAlive)).toEqual([])
  })

  it('ends only with the service when both get a signal', async () => {
    const { server, workers } = await startWithWorkers()
    for (const pid of workers) process.kill(pid, 'SIGTERM')
    await send(server, 'second')
    expect(workersOf(server)).toEqual(workers)
  })
})
