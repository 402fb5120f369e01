import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { muster, temporaryHome } from './run-muster.ts'

const server = sharedTestServer()

async function setUp() {
  const home = await temporaryHome()
  const path = join(home, '.muster', 'credentials.json')
  const { owner, manager } = server().acme
  const { address } = server()
  return { home, path, owner, manager, address, env: { HOME: home } }
}

describe('muster login', () => {
  it('checks the key and stores it for the user alone', async () => {
    const { path, owner, address, env } = await setUp()
    const ended = await muster(['login', '--url', `${address}/`], { env, input: `${owner.key}\n` })
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    expect(ended.stderr).toBe(`Logged in to ${address} as owner@acme.test, owner of acme.\n`)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ url: address, key: owner.key })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
    const whoami = await muster(['whoami'], { env })
    expect(whoami.stdout).toMatch(/^E-mail {8}owner@acme\.test$/m)
  })

  it('also takes the key as an option', async () => {
    const { owner, address, env } = await setUp()
    expect(await muster(['login', '--url', address, '--key', owner.key], { env })).toMatchObject({ code: 0 })
    const { stdout } = await muster(['whoami', '--json'], { env })
    expect(JSON.parse(stdout)).toMatchObject({ user: { email: 'owner@acme.test' }, organization: { name: 'acme' } })
  })

  it('stores nothing when the key is refused', async () => {
    const { path, address, env } = await setUp()
    const wrong = `mst_wrong_${'x'.repeat(43)}`
    const ended = await muster(['login', '--url', address], { env, input: wrong })
    expect(ended.code).toBe(3)
    expect(ended.stderr).toContain(`${address} does not take this key.`)
    expect(ended.stderr).not.toContain('Log in with `muster login`')
    expect(ended.stderr).not.toContain(wrong)
    await expect(stat(path)).rejects.toThrow()
  })

  it('tells a newcomer how to log in, also elsewhere, and what works without a service', async () => {
    const { env } = await setUp()
    const ended = await muster(['connect', 'codex'], { env: { ...env, MUSTER_API_URL: '', MUSTER_API_KEY: '' } })
    expect(ended.code).toBe(3)
    for (const words of ['`muster login`', '`muster login --url ADDRESS`', '`muster usage`']) {
      expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain(words)
    }
  })

  it('refuses a missing key and an invalid address', async () => {
    const { env, address } = await setUp()
    expect(await muster(['login', '--url', address], { env, input: '\n' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The first start of a service shows the key of its owner'),
    })
    expect(await muster(['login', '--url', 'ftp://x'], { env, input: 'k' })).toMatchObject({ code: 2 })
    expect(await muster(['login', '--url', 'http://user:secret@x'], { env, input: 'k' })).toMatchObject({
      code: 2,
      stderr: expect.not.stringContaining('secret'),
    })
  })

  it('mends a damaged file', async () => {
    const { path, owner, address, env } = await setUp()
    await muster(['login', '--url', address], { env, input: owner.key })
    await writeFile(path, '{"url":')
    expect(await muster(['whoami'], { env })).toMatchObject({ code: 3, stderr: expect.stringContaining('damaged') })
    expect(await muster(['login', '--url', address], { env, input: owner.key })).toMatchObject({ code: 0 })
    expect(await muster(['whoami'], { env })).toMatchObject({ code: 0 })
  })
})

describe('muster logout', () => {
  it('forgets the key, and succeeds without one', async () => {
    const { path, owner, address, env } = await setUp()
    await muster(['login', '--url', address], { env, input: owner.key })
    expect(await muster(['logout'], { env })).toMatchObject({ code: 0, stderr: 'Logged out.\n' })
    await expect(stat(path)).rejects.toThrow()
    expect(await muster(['logout'], { env })).toMatchObject({ code: 0, stderr: 'You were not logged in.\n' })
    expect(await muster(['whoami'], { env })).toMatchObject({ code: 3, stdout: '' })
  })
})

describe('where the address and the key come from', () => {
  it('takes the environment before the file', async () => {
    const { owner, manager, address, env } = await setUp()
    await muster(['login', '--url', address], { env, input: owner.key })
    const { stdout } = await muster(['whoami'], { env: { ...env, MUSTER_API_KEY: manager.key } })
    expect(stdout).toContain('manager@acme.test')
  })

  it('needs no file at all with both variables', async () => {
    const { manager, address, env } = await setUp()
    const both = { ...env, MUSTER_API_URL: address, MUSTER_API_KEY: manager.key }
    expect(await muster(['whoami'], { env: both })).toMatchObject({ code: 0 })
  })

  it('does not show a stored key to another service', async () => {
    const { owner, address, env } = await setUp()
    await muster(['login', '--url', address], { env, input: owner.key })
    const elsewhere = ['whoami', '--url', 'http://127.0.0.1:4001']
    expect(await muster(elsewhere, { env })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('not logged in to http://127.0.0.1:4001'),
    })
  })
})

describe('the API key', () => {
  it('does not occur in the output of --debug', async () => {
    const { owner, address, env } = await setUp()
    const id = '00000000-0000-4000-8000-00000000abcd'
    const ended = await muster(['sessions', 'get', id, '--debug', '--url', address], {
      env: { ...env, MUSTER_API_KEY: owner.key },
    })
    expect(ended.code).toBe(5)
    expect(ended.stderr).toMatch(new RegExp(`GET http://\\S+/api/v0/sessions/${id} → 404`))
    expect(ended.stderr).toContain('MusterError')
    expect(ended.stdout + ended.stderr).not.toContain(owner.key)
  })
})

it('says of a stored key that has expired what may be wrong with it, and what to do', async () => {
  const { owner, address, env } = await setUp()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { key } = await owner.apiKeys.create({ name: 'for an hour', expiresAt })
  await muster(['login', '--url', address], { env, input: key })
  server().advance(2 * 3_600_000)
  const ended = await muster(['sessions', 'list'], { env })
  expect(ended).toMatchObject({ code: 3, stdout: '' })
  const text = ended.stderr.replaceAll(/\s+/g, ' ')
  expect(text).toContain('The service does not take your key: it has expired, was revoked, or is another service’s.')
  expect(text).toContain('Log in again with `muster login`')
  expect(text).not.toContain(key)
})
