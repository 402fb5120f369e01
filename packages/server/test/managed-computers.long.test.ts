import { once } from 'node:events'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { livingIn } from '../src/run/managed/account.ts'
import { needProgram } from '../src/testing/need-program.ts'
import { sharedTestServer, type TestServer, testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const demo = { MUSTER_MANAGED_COMPUTERS: 'any', MUSTER_MANAGED_AGENT: 'demo' }
const server = sharedTestServer(demo)
const isRoot = process.getuid?.() === 0

const get = (on: TestServer, computerId: string) => on.acme.owner.computers.get({ computerId })
const folderOf = (on: TestServer, id: string) => join(on.dataDir, 'managed', id)
const statusOf = async (on: TestServer, id: string) => (await get(on, id)).status

/** The step at which a computer is in error. It is tried again every moment, so state and step are read together. */
async function failureOf(on: TestServer, id: string) {
  const { status: state, provisioningSteps } = await get(on, id)
  return state === 'error' ? provisioningSteps?.find(({ status }) => status === 'failed') : undefined
}

async function register(on: TestServer, name: string): Promise<string> {
  await on.acme.owner.controls.replace({ managedComputersEnabled: true })
  return (await on.acme.owner.computers.register({ name, provider: 'managed' })).id
}

async function running(on: TestServer, name: string): Promise<string> {
  const id = await register(on, name)
  await expect.poll(() => statusOf(on, id)).toBe('active')
  return id
}

/** What the agent does and says when it is told to run this. */
async function run(on: TestServer, computerId: string, command: string): Promise<string> {
  const { member } = on.acme
  const { sessionId } = await member.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'high' } })
  await member.messages.post({ sessionId, text: `run ${command}` })
  expect(await member.sessions.get({ sessionId, wait: '60' })).toMatchObject({ status: 'idle' })
  const messages = await Array.fromAsync(member.messages.list.items({ sessionId, order: 'asc' }))
  const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'))
  return JSON.stringify(results)
}

describe('a managed computer on the host of the service', () => {
  beforeAll(() => needProgram('bwrap', 'bubblewrap'))

  it('is set up step by step, runs sessions of every member, and reports how its agents are confined', async () => {
    const id = await running(server(), 'first')
    const computer = await get(server(), id)
    const steps = computer.provisioningSteps ?? []
    expect(steps.map(({ status }) => status)).toEqual(Array(5).fill('completed'))
    for (const { startedAt = 0, completedAt = 0 } of steps) expect(completedAt).toBeGreaterThanOrEqual(startedAt)
    expect(computer.confinement).toMatchObject({ isConfined: expect.any(Boolean) })
    if (!computer.confinement?.isConfined) expect(computer.confinement?.reason).toBeTruthy()
    expect(await run(server(), id, 'echo $((20 + 3))')).toContain('23')
    await server().acme.owner.computers.remove({ computerId: id })
  })

  it.runIf(isRoot)('has an account of its own, and each session a folder of its own', async () => {
    const ids = [await running(server(), 'one'), await running(server(), 'other')]
    const uids = ids.map((id) => statSync(folderOf(server(), id)).uid)
    expect(new Set([0, ...uids]).size).toBe(3)
    const [id = ''] = ids
    expect(await run(server(), id, 'id -u')).toContain(String(uids[0]))
    await run(server(), id, 'echo mine > ~/note && echo mine > note')
    expect(await run(server(), id, 'ls -a ~ . ; echo end')).not.toContain('note')
    for (const computerId of ids) await server().acme.owner.computers.remove({ computerId })
  })

  it('shows its agents nothing of the service, of the host’s people and of other sessions, where it is confined', async ({
    skip,
  }) => {
    const id = await running(server(), 'closed')
    if (!(await get(server(), id)).confinement?.isConfined) return skip('bubblewrap does not work on this machine')
    writeFileSync(join(server().dataDir, 'secret.txt'), 'the plan', { mode: 0o644 })
    const looks = [
      `cat ${server().dataDir}/secret.txt`,
      `ls ${server().dataDir}/managed/${id}/home`,
      `cat ${server().dataDir}/managed/${id}/home/.muster/computer/lock`,
      'ls /home /root /var',
      'cat /proc/*/environ | tr "\\0" "\\n" | grep -a MUSTER_ | grep -v COMPUTER_AGENT',
      'touch /usr/x',
    ]
    for (const look of looks) expect(await run(server(), id, `${look} && echo seen`), look).not.toMatch(/seen|the plan/)
    await server().acme.owner.computers.remove({ computerId: id })
  })

  it('is removed with its processes and its folder when it is deleted, even during a turn', async () => {
    const id = await running(server(), 'short-lived')
    const { sessionId } = await server().acme.member.sessions.create({
      computerId: id,
      sessionSettings: { autonomyLevel: 'high' },
    })
    await server().acme.member.messages.post({ sessionId, text: 'run setsid sleep 300' })
    const folder = folderOf(server(), id)
    await expect.poll(() => livingIn(folder).length).toBeGreaterThan(2)
    await server().acme.owner.computers.remove({ computerId: id })
    await expect.poll(() => existsSync(folder)).toBe(false)
    expect(livingIn(folder)).toEqual([])
  })

  it('comes back by itself when its process is killed', async () => {
    const id = await running(server(), 'sturdy')
    const before = livingIn(folderOf(server(), id))
    expect(before.length).toBeGreaterThan(0)
    for (const pid of before) process.kill(pid, 'SIGKILL')
    expect(await run(server(), id, 'echo back')).toContain('back')
    expect(livingIn(folderOf(server(), id))).not.toEqual(expect.arrayContaining(before))
    await server().acme.owner.computers.remove({ computerId: id })
  })

  it('ends when the organization switches managed computers off, and comes back when it switches them on', async () => {
    const id = await running(server(), 'switched')
    const { owner } = server().acme
    await owner.controls.replace({ managedComputersEnabled: false })
    await expect.poll(() => livingIn(folderOf(server(), id))).toEqual([])
    await owner.controls.replace({ managedComputersEnabled: true })
    expect(await run(server(), id, 'echo again')).toContain('again')
    await owner.computers.remove({ computerId: id })
  })

  it('has a credential that nobody was ever shown', async () => {
    await server().acme.owner.controls.replace({ managedComputersEnabled: true })
    const registered = await server().acme.owner.computers.register({ name: 'private', provider: 'managed' })
    await expect.poll(() => statusOf(server(), registered.id)).toBe('active')
    const path = registered.relayAgentUrl?.replace(/^ws:\/\/[^/]*/, '') ?? ''
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const headers = {
      ...upgrade,
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      authorization: `Bearer ${registered.credential}`,
    }
    const asked = request(`${server().address}${path}`, { headers }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(401)
    await server().acme.owner.computers.remove({ computerId: registered.id })
  })

  it('is refused while the control is not set, unless it is one of the organization’s own machines', async () => {
    const { owner } = server().globex
    await expect(owner.computers.register({ name: 'nowhere', provider: 'managed' })).rejects.toMatchObject({
      status: 403,
      code: 'computer_not_allowed',
      detail: expect.stringContaining('managedComputersEnabled'),
    })
    const elsewhere = { name: 'elsewhere', provider: 'managed', hostname: 'farm-1.example.com' } as const
    const { id, credential } = await owner.computers.register(elsewhere)
    expect(credential).toMatch(/^msc_/)
    expect((await owner.computers.get({ computerId: id })).provisioningSteps?.[0]?.status).toBe('completed')
    expect(existsSync(folderOf(server(), id))).toBe(false)
  })
})

describe('a managed computer that cannot be set up', () => {
  it('is in error with the step that failed and what to do, and works when that was done', async () => {
    const agent = join(server().dataDir, 'late-agent')
    const on = await testServer({ ...demo, MUSTER_MANAGED_AGENT: agent, MUSTER_MAX_MANAGED_COMPUTERS: '1' })
    const id = await register(on, 'no agent')
    await expect
      .poll(() => failureOf(on, id))
      .toMatchObject({ id: 'install-agent', error: expect.stringContaining(`there is no program ${agent}`) })
    await expect(register(on, 'one too many')).rejects.toMatchObject({ status: 409, code: 'quota_reached' })
    const program = fileURLToPath(import.meta.resolve('@muster/computer/demo/main'))
    writeFileSync(agent, `#!/bin/sh\nexec ${process.execPath} ${program}\n`, { mode: 0o755 })
    await expect.poll(() => statusOf(on, id)).toBe('active')
    const steps = (await get(on, id)).provisioningSteps ?? []
    expect(steps.map(({ status, error }) => [status, error])).toEqual(Array(5).fill(['completed', undefined]))
    expect(await run(on, id, 'echo works')).toContain('works')
  })

  it('because the database was away gets its credential when that is back', async () => {
    const on = await testServer(demo)
    await rowsOf(
      on.databaseUrl,
      `create sequence attempts;
       create function fail_twice() returns trigger language plpgsql as $$ begin
         if nextval('attempts') <= 2 then raise exception 'away' using errcode = '57P01'; end if;
         return new;
       end $$;
       create trigger fail_twice before update of credential_hash on computers
         for each row execute function fail_twice()`,
    )
    const id = await running(on, 'patient')
    expect(await run(on, id, 'echo works')).toContain('works')
  })

  it('because agents cannot be confined says so', async () => {
    const empty = join(server().dataDir, 'no-bubblewrap.env')
    writeFileSync(empty, '# Programs of the system, without bubblewrap\nPATH=/nowhere\n')
    const on = await testServer({ ...demo, MUSTER_MANAGED_COMPUTERS: 'confined', MUSTER_MANAGED_ENV_FILE: empty })
    const id = await register(on, 'open')
    await expect
      .poll(() => failureOf(on, id))
      .toMatchObject({
        id: 'configure-environment',
        error: expect.stringContaining('MUSTER_MANAGED_COMPUTERS=any'),
      })
  })

  it('because its environment cannot be read prevents the start, without showing a line of it', async () => {
    const broken = join(server().dataDir, 'broken.env')
    writeFileSync(broken, 'KEY=1\nsk-secret\n')
    const start = testServer({ ...demo, MUSTER_MANAGED_ENV_FILE: broken })
    await expect(start).rejects.toThrow(/Line 2 of MUSTER_MANAGED_ENV_FILE/)
    await expect(start).rejects.not.toThrow(/sk-secret/)
  })
})
