import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { demoCommand, launch, ownerKey, startServer, temporaryDataDir } from './running-server.ts'

/** Long enough for several portions. */
const environment = { MUSTER_NOW: '2026-02-10T09:00:00Z', MUSTER_OWNER_KEY: ownerKey }
const range = 'startDate=2026-01-14&endDate=2026-02-09'

/** What the five endpoints answer, with names in place of the ids that are random, and what the audit log tells. */
async function numbersOf(address: string, key: string, client: Client): Promise<Record<string, string>> {
  const { organization } = await client.organization.me()
  const emails = new Map<string, string>()
  for await (const { id, email } of client.users.list.items({ limit: 100 })) emails.set(id, email)
  const numbers: Record<string, string> = {}
  for (const name of ['activity', 'tokens', 'tools', 'productivity', 'users']) {
    const answer = await fetch(`${address}/api/v1/analytics/${name}?${range}&limit=100&format=ndjson`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(answer.status).toBe(200)
    const text = (await answer.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => emails.get(id) ?? id)
    // Users come in the order of their ids.
    numbers[name] = text.replaceAll(organization.id, 'organization').trim().split('\n').sort().join('\n')
  }
  // What the service did by itself, and what is done when all is loaded, carries the time of loading.
  const entries = await Array.fromAsync(client.audit.list.items({ limit: 100 }))
  const told = entries.filter(({ at }) => at < '2026-02-10')
  numbers.audit = told.map(({ at, action, actor }) => `${at} ${action} ${actor?.email}`).join('\n')
  return numbers
}

/** Resolves once the process has printed something like it. */
function printed(process: ReturnType<typeof launch>, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    process.process.stdout?.on('data', () => {
      if (pattern.test(process.output())) resolve()
    })
    void process.ended.then((how) => reject(new Error(`It ended with ${how}:\n${process.errors()}`)))
  })
}

/** Resolves once a loading server has stored more events than before, or is ready. */
async function storesMore(server: ReturnType<typeof launch>, dataDir: string): Promise<void> {
  const { address } = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))
  const { analytics } = createClient({ baseUrl: address, apiKey: ownerKey })
  const stored = async () => (await analytics.status()).dataQuality.acceptedEvents
  const before = await stored()
  const isReached = async () => server.output().includes('is ready') || (await stored()) > before
  await expect.poll(isReached, { interval: 1 }).toBe(true)
}

async function readinessOf(address: string, query = ''): Promise<unknown[]> {
  const answer = await fetch(`${address}/readyz${query}`)
  return [answer.status, await answer.json()]
}

describe('npm start -- --demo', () => {
  it('has a computer that runs here, and works on what it is told', async () => {
    // The story’s controls name a sandbox by then, with domains that not every computer can enforce.
    const own = { MUSTER_NOW: '2026-03-26T09:00:00Z', MUSTER_DATA_DIR: await temporaryDataDir() }
    const server = await startServer(own, demoCommand)
    expect(server.output()).toContain('The computer playground runs here')
    const { id: computerId } = await server.owner.computers.getByName({ name: 'playground' })
    const revisions = await Array.fromAsync(server.owner.controls.history.items({ limit: 100 }))
    expect(revisions.some(({ settings }) => settings.sandbox?.enabled)).toBe(false)
    const statesNow = async () => {
      const { sessions } = await server.owner.sessions.list({ limit: 5 })
      return Object.fromEntries(sessions.map(({ title, status, statusReason }) => [title, statusReason ?? status]))
    }
    await expect.poll(statesNow).toEqual({
      'Tell me what is new in the folder': 'running',
      'Prepare the changelog of version 4.2': 'waiting_permission',
      'Please look through the folder and leave a note': 'idle',
      'Publish the release notes': 'idle',
      'Begin the import of orders as soon as the computer is back': 'computer_offline',
    })
    const { computers } = await server.owner.computers.list()
    expect(new Set(computers.map(({ isConnected }) => isConnected))).toEqual(new Set([true, false]))
    expect(computers.filter(({ lastSeenAt, agents }) => lastSeenAt && agents?.length).length).toBeGreaterThan(3)
    const { sessionId } = await server.owner.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'high' } })
    await server.owner.messages.post({ sessionId, text: 'write hello.txt Hello\nread hello.txt' })
    expect(await server.owner.sessions.get({ sessionId, wait: '60' })).toMatchObject({ status: 'idle' })
    const messages = await Array.fromAsync(server.owner.messages.list.items({ sessionId, order: 'asc' }))
    expect(messages.flatMap(({ isError }) => isError ?? [])).toEqual([])
    expect(JSON.stringify(messages.at(-1))).toContain('hello.txt has 2 lines.')
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('gives the same numbers whether or not it was stopped and killed in between', async () => {
    const straight = await startServer({ ...environment, MUSTER_DATA_DIR: await temporaryDataDir() }, demoCommand)
    const expected = await numbersOf(straight.address, ownerKey, straight.owner)
    straight.process.kill('SIGTERM')
    expect(await straight.ended).toBe(0)
    expect(expected.activity?.split('\n')).toHaveLength(27)
    expect(expected.audit?.split('\n').length).toBeGreaterThan(150)

    const broken = { ...environment, MUSTER_DATA_DIR: await temporaryDataDir() }
    const stopped = launch(broken, demoCommand)
    await printed(stopped, /Loading the demonstration/)
    stopped.process.kill('SIGINT')
    expect(await stopped.ended).toBe(0)
    expect(stopped.output()).toContain('npm start -- --demo goes on from here')
    expect(stopped.output()).not.toContain('is ready')

    const killed = launch(broken, demoCommand)
    await printed(killed, /Loading the demonstration/)
    const { address } = JSON.parse(await readFile(join(broken.MUSTER_DATA_DIR, 'server.json'), 'utf8'))
    expect(await readinessOf(address)).toMatchObject([503, { code: 'demonstration_loading' }])
    expect(await readinessOf(address, '?only=database')).toEqual([200, { status: 'ready' }])
    await storesMore(killed, broken.MUSTER_DATA_DIR)
    killed.process.kill('SIGKILL')
    await killed.ended

    const last = await startServer(broken, demoCommand)
    expect(await readinessOf(last.address)).toEqual([200, { status: 'ready' }])
    expect(await numbersOf(last.address, ownerKey, last.owner)).toEqual(expected)
  })

  it('prints curl lines that work when they are pasted, and loads nothing twice', async () => {
    const own = { MUSTER_NOW: '2026-01-20T09:00:00Z', MUSTER_OWNER_KEY: '', MUSTER_DATA_DIR: await temporaryDataDir() }
    const server = await startServer(own, demoCommand)
    const key = await readFile(join(own.MUSTER_DATA_DIR, 'owner.key'), 'utf8')
    const pasted = server.output().match(/^ {2}(export|curl) .*$/gm) ?? []
    expect(pasted).toHaveLength(4)
    const script = ['set -euo pipefail', 'curl() { command curl -sf "$@"; echo; }', ...pasted].join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', script])
    expect(stdout).toMatch(/"date":"2026-01-14","daily_active_users":[1-9]/)
    expect(stdout).toMatch(/"start_date":"2026-01-14","end_date":"2026-01-19"/)
    const { dataQuality } = await createClient({ baseUrl: server.address, apiKey: key.trim() }).analytics.status()
    expect(server.output()).toContain(`${dataQuality.acceptedEvents.toLocaleString('en-US')} events are new`)
    server.process.kill('SIGTERM')
    await server.ended

    const again = await startServer(own, demoCommand)
    expect(again.output()).toContain('from 2026-01-14 to 2026-01-19; nothing was missing')
    const after = await createClient({ baseUrl: again.address, apiKey: key.trim() }).analytics.status()
    expect(after.dataQuality).toEqual(dataQuality)
  })

  it('refuses a real organization in one sentence, and exits with 1', async () => {
    const own = { MUSTER_NOW: '2026-01-20T09:00:00Z', MUSTER_DATA_DIR: await temporaryDataDir() }
    const server = await startServer(own)
    await server.owner.telemetry.events({
      events: [{ time: Date.parse(own.MUSTER_NOW), client: 'web', type: 'session_start' }],
    })
    server.process.kill('SIGTERM')
    await server.ended
    const refused = launch({ ...own, MUSTER_LOG_LEVEL: 'error' }, demoCommand)
    expect(await refused.ended).toBe(1)
    expect(refused.errors().trim().split('\n')).toHaveLength(1)
    expect(refused.errors()).toContain('must not be mixed')
    expect(refused.output()).toBe('')
  })
})
