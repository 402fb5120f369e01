import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { livingIn } from '../packages/server/src/run/managed/account.ts'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { ownerKey, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'

async function begin() {
  const MUSTER_DATA_DIR = await temporaryDataDir()
  const environment = {
    MUSTER_DATA_DIR,
    MUSTER_PORT: String(await freePort()),
    MUSTER_OWNER_KEY: ownerKey,
    MUSTER_MANAGED_COMPUTERS: 'any',
    MUSTER_MANAGED_AGENT: 'demo',
  }
  const start = () => startServer(environment)
  const server = await start()
  await server.owner.controls.replace({ managedComputersEnabled: true })
  const { id } = await server.owner.computers.register({ name: 'hosted', provider: 'managed' })
  await expect.poll(async () => (await server.owner.computers.get({ computerId: id })).status).toBe('active')
  const folder = join(MUSTER_DATA_DIR, 'managed', id)
  return { server, start, id, folder, living: () => livingIn(folder) }
}

async function post({ owner }: RunningServer, computerId: string, text: string): Promise<string> {
  const { sessionId } = await owner.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'high' } })
  await owner.messages.post({ sessionId, text })
  return sessionId
}

async function isRunning({ owner }: RunningServer, sessionId: string): Promise<void> {
  await expect.poll(async () => (await owner.sessions.get({ sessionId })).status).toBe('running')
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

it('a killed service ends no turn of its managed computers, and leaves no process behind', async () => {
  const { server, start, id, folder, living } = await begin()
  const sessionId = await post(server, id, 'run mkfifo go-on; read line < go-on; echo finished')
  await isRunning(server, sessionId)
  const goOn = join(folder, 'sessions', sessionId, 'work', 'go-on')
  await expect.poll(() => existsSync(goOn)).toBe(true)
  // From then on the shell waits by itself, so that whoever lives now lives until it goes on.
  await expect.poll(() => living().map(nameOf)).not.toContain('mkfifo')
  const before = living()
  expect(before.length).toBeGreaterThan(2)
  server.process.kill('SIGKILL')
  await server.ended

  const next = await start()
  await expect.poll(async () => (await next.owner.sessions.get({ sessionId })).statusReason).toBeUndefined()
  expect(await next.owner.sessions.get({ sessionId })).toMatchObject({ status: 'running' })
  expect(living()).toEqual(expect.arrayContaining(before))
  // The same turn goes on, with the same agent.
  await writeFile(goOn, '\n')
  expect(await next.owner.sessions.get({ sessionId, wait: '60' })).toMatchObject({ status: 'idle' })
  const messages = await Array.fromAsync(next.owner.messages.list.items({ sessionId, order: 'asc' }))
  expect(JSON.stringify(messages)).toContain('finished')
  // What the killed service had started makes room for what this one starts.
  await expect.poll(() => before.filter((pid) => living().includes(pid))).toEqual([])
  const again = await post(next, id, 'say Hello again.')
  expect(await next.owner.sessions.get({ sessionId: again, wait: '60' })).toMatchObject({ status: 'idle' })

  next.process.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  await expect.poll(living).toEqual([])
})

it('a computer that was deleted while its host was down is removed at the next start', async () => {
  const { server, start, id, folder, living } = await begin()
  const sessionId = await post(server, id, 'wait 600')
  await isRunning(server, sessionId)
  // The service is gone before it has cleared up, or soon after it began.
  await server.owner.computers.remove({ computerId: id })
  server.process.kill('SIGKILL')
  await server.ended
  const next = await start()
  await expect.poll(() => existsSync(folder)).toBe(false)
  await expect.poll(living).toEqual([])
  await expect(next.owner.computers.get({ computerId: id })).rejects.toMatchObject({ status: 404 })
})
