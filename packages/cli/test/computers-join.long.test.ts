import { randomUUIDv7 } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Identity, saveIdentity } from '../../computer/src/place/identity.ts'
import { makePlace, placeIn } from '../../computer/src/place/place.ts'
import { FakeRelay } from '../../computer/test/fake-relay.ts'
import { identityFor } from '../../computer/test/start-daemon.ts'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { unitText } from '../src/commands/run/computers/install-service.ts'
import { asOwner } from './as-owner.ts'
import { muster, temporaryHome } from './run-muster.ts'

const server = sharedTestServer()

/** A home that has joined a relay, with a folder to work in. */
async function joined() {
  const relay = await FakeRelay.start()
  const home = await temporaryHome()
  const folder = join(home, 'work')
  mkdirSync(folder)
  const place = placeIn(home)
  makePlace(place)
  saveIdentity(place, identityFor(relay))
  const call = (...words: string[]) => muster(['computers', ...words], { env: { HOME: home } })
  return { relay, home, folder, place, call }
}

describe('muster computers join', () => {
  it('runs in the background until the machine leaves', async () => {
    const { relay, folder, place, call } = await joined()
    expect(await call('status')).toMatchObject({ code: 1, stderr: expect.stringContaining('The daemon is stopped.') })
    const started = await call('join', '--agent', 'demo', '--folder', folder, '--background')
    expect(started).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('build-1 is connected and runs Demo agent'),
    })
    expect(await call('status')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Daemon +connected$/m) })
    expect(await call('join', '--agent', 'demo', '--folder', folder)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('A daemon runs on this machine already.'),
    })
    const turnId = relay.prompt(randomUUIDv7(), 'write a.txt Hi.', { autonomyLevel: 'high' })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('Hi.\n')
    expect((await call('logs')).stdout).toContain('Connected to')
    expect(await call('leave')).toMatchObject({ code: 2 })
    expect(await call('leave', '--local', '--yes')).toMatchObject({ code: 0 })
    // The daemon has ended; that its connection is closed reaches this process a little later.
    await expect.poll(() => relay.isConnected).toBe(false)
    expect(statSync(place.directory, { throwIfNoEntry: false })).toBeUndefined()
    expect(await call('status')).toMatchObject({ code: 5 })
  })

  it('keeps what its user allows others, and tells the service', async () => {
    const { relay, folder, place, call } = await joined()
    const flags = ['--allow', 'organization', '--max-level', 'low']
    await call('join', '--agent', 'demo', '--folder', folder, '--background', ...flags)
    const consent = { access: 'organization', maxAutonomyLevel: 'low' }
    expect(relay.hellos[0]).toMatchObject({ daemon: { consent } })
    expect(JSON.parse(readFileSync(place.identity, 'utf8'))).toMatchObject(consent)
    expect((await call('status')).stdout).toMatch(/^Work from +the organization$/m)
    expect(await call('leave', '--local', '--yes')).toMatchObject({ code: 0 })
    expect((await call('join', '--allow', 'everybody')).code).toBe(2)
  })

  it('says at once that no turn can run here, and why', async () => {
    const { relay, folder, home } = await joined()
    relay.policy = { sandbox: { enabled: true } }
    const env = { HOME: home, PATH: folder }
    const call = (...words: string[]) => muster(['computers', ...words], { env })
    const why = 'No turn can run here: the organization demands that agents are confined. bubblewrap is not installed'
    const { code, stderr } = await call('join', '--agent', 'demo', '--folder', folder, '--background')
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(why) })
    expect((await call('status')).stdout).toContain(why)
    await call('leave', '--local', '--yes')
    await expect.poll(() => relay.isConnected).toBe(false)
  })

  it('registers the machine once, and keeps its secret to itself', async () => {
    const owner = await asOwner(server())
    const { HOME: home } = owner.env
    const join = async () => {
      const ending = Promise.withResolvers<void>()
      const running = muster(['computers', 'join', 'laptop-1', '--agent', 'demo', '--folder', home], {
        env: owner.env,
        onStart: (child) => void ending.promise.then(() => child.kill('SIGINT')),
      })
      const place = placeIn(home)
      await expect.poll(() => statSync(place.output, { throwIfNoEntry: false })).toBeDefined()
      ending.resolve()
      return running
    }
    const { stderr } = await join()
    expect(stderr).toContain('Registered this machine as laptop-1.')
    const place = placeIn(home)
    const identity: Identity = JSON.parse(readFileSync(place.identity, 'utf8'))
    expect(statSync(place.identity).mode & 0o777).toBe(0o600)
    expect(await owner.json('computers', 'get', 'laptop-1')).toMatchObject({ id: identity.computerId })
    expect(stderr + readFileSync(place.output, 'utf8')).not.toContain(identity.credential)
    expect((await join()).stderr).not.toContain('Registered')
    expect(await owner.call(['computers', 'join', 'other', '--agent', 'demo'])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('This machine has joined as laptop-1.'),
    })
    expect(await owner.call(['computers', 'leave', '--yes'])).toMatchObject({ code: 0 })
    expect(await owner.call(['computers', 'get', 'laptop-1'])).toMatchObject({ code: 5 })
  })

  it('joins as a computer that was registered before, by its credential alone', async () => {
    const owner = await asOwner(server())
    const home = await temporaryHome()
    const file = join(home, 'credential.txt')
    writeFileSync(file, await owner.text('computers', 'register', 'built-1', '--managed', '--hostname', 'built'))
    const call = (...words: string[]) =>
      muster(['computers', ...words], { env: { HOME: home, MUSTER_API_URL: server().address } })
    const words = ['--credential-file', file, '--agent', 'demo', '--folder', home, '--background']
    expect(await call('join', 'built-1', ...words)).toMatchObject({ code: 0 })
    expect(await owner.json('computers', 'get', 'built-1')).toMatchObject({ isConnected: true, status: 'active' })
    expect(await call('leave', '--local', '--yes')).toMatchObject({ code: 0 })
    writeFileSync(file, 'msc_no')
    const refused = await call('join', ...words)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('holds no credential of a computer') })
    expect(refused.stderr).not.toContain('msc_no')
  })

  it.each([
    [['--agent', 'demo', '--agent-command', 'x'], 2, 'Give --agent or --agent-command, not both.'],
    [['--agent', 'nothing'], 2, 'nothing'],
    [['--agent-command', '/nowhere/agent --acp'], 5, 'there is no program /nowhere/agent'],
    [['--agent', 'demo', '--folder', '/nowhere'], 2, '/nowhere is no folder.'],
    [['--agent', 'demo', '--max-sessions', 'many'], 2, '--max-sessions must be a number from 1 to 100.'],
    [['--agent', 'demo', '--worktrees', '--folder', '/'], 2, '--worktrees needs a repository of git'],
  ])('refuses %s', async (words, code, text) => {
    const { call } = await joined()
    expect(await call('join', ...words)).toMatchObject({ code, stderr: expect.stringContaining(text) })
  })

  it('says what to do when the service removes the computer', async () => {
    const { relay, folder, call } = await joined()
    const running = call('join', '--agent', 'demo', '--folder', folder)
    await relay.until(() => relay.isConnected)
    relay.drop(4409)
    expect(await running).toMatchObject({ code: 6, stderr: expect.stringContaining('Run one of them only.') })
  })
})

describe('muster computers doctor', () => {
  it('reports on every known agent', async () => {
    const { call } = await joined()
    const { agents, confinement } = JSON.parse((await call('doctor', '--json')).stdout)
    // The advice is shown in full, however narrow the terminal is.
    const { stdout } = await call('doctor')
    for (const { title, help } of agents) if (help) expect(stdout).toContain(`${title}: ${help}\n`)
    expect(agents.map(({ id }: { id: string }) => id)).toEqual([
      'claude',
      'codex',
      'gemini',
      'qwen',
      'opencode',
      'copilot',
      'demo',
    ])
    expect(agents.at(-1)).toMatchObject({ isInstalled: true })
    expect(confinement.available).toBeTypeOf('boolean')
  })
})

describe('muster computers install-service', () => {
  it('prints a unit that stops in order and is not restarted in vain', async () => {
    const { call, folder } = await joined()
    const { stdout } = await call('install-service', '--agent', 'demo', '--folder', folder, '--print')
    expect(stdout).toContain('KillMode=mixed')
    expect(stdout).toMatch(new RegExp(`^ExecStart=.*muster.js computers join --agent demo --folder ${folder}$`, 'm'))
    expect(stdout).not.toContain('msc_')
  })

  it('quotes characters that systemd would interpret', () => {
    expect(unitText(['/bin/x', 'a b', '50%', '$HOME', 'say "hi"'], '/bin')).toContain(
      'ExecStart=/bin/x "a b" "50%%" "$$HOME" "say \\"hi\\""',
    )
  })
})
