import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isAlive, launch, ownerKey, postgresPid, startServer, temporaryDataDir } from './running-server.ts'

describe('npm start', () => {
  it('uses the key and names that it is given, and does not print the key', async () => {
    const server = await startServer({
      MUSTER_DATA_DIR: await temporaryDataDir(),
      MUSTER_OWNER_EMAIL: 'ada@acme.test',
      MUSTER_NOW: '2026-03-01T09:30:00Z',
    })
    const { user } = await server.owner.organization.me()
    expect(user.email).toBe('ada@acme.test')
    expect(user.createdAt).toMatch(/^2026-03-01T09:3/)
    expect(server.output() + server.errors()).not.toContain(ownerKey)
  })

  it('works through npm, and passes a signal on', async () => {
    const dataDir = await temporaryDataDir()
    const server = await startServer({ MUSTER_DATA_DIR: dataDir }, ['npm', 'start'])
    const postgres = (await postgresPid(dataDir)) ?? 0
    expect(await server.owner.organization.get()).toMatchObject({ name: 'My organization' })
    server.process.kill('SIGTERM')
    await server.ended
    await expect.poll(() => isAlive(postgres)).toBe(false)
  })

  it('explains itself with --help, and has a --version', async () => {
    const help = launch({}, ['npm', 'start', '--silent', '--', '--help'])
    expect(await help.ended).toBe(0)
    expect(help.output()).toContain('MUSTER_DATA_DIR')
    const version = launch({}, ['npm', 'start', '--silent', '--', '--version'])
    expect(await version.ended).toBe(0)
    expect(version.output()).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('wrong configuration', () => {
  it('is reported all at once, with exit code 2', async () => {
    const server = launch({
      MUSTER_PORT: 'eighty',
      MUSTER_OWNER_KEY: 'hunter2',
      MUSTER_NOW: 'soon',
      MUSTER_OIDC_ISSUER: 'https://id.example.org',
    })
    expect(await server.ended).toBe(2)
    for (const name of ['MUSTER_PORT', 'MUSTER_OWNER_KEY', 'MUSTER_NOW', 'MUSTER_OIDC_AUDIENCE']) {
      expect(server.errors()).toContain(name)
    }
    expect(server.errors()).toContain('4 problems')
    expect(server.errors()).not.toContain('hunter2')
  })

  it('names an option that does not exist', async () => {
    const server = launch({}, [process.execPath, 'packages/server/src/main.ts', '--prot'])
    expect(await server.ended).toBe(2)
    expect(server.errors()).toContain('--prot')
  })

  it('names the setting that a misspelt one resembles, and starts nothing', async () => {
    const server = launch({ MUSTER_DATA_DIR: await temporaryDataDir(), MUSTER_PROT: '4000' })
    expect(await server.ended).toBe(2)
    expect(server.errors()).toContain('MUSTER_PROT is no setting. Is MUSTER_PORT meant?')
  })

  it('warns of a setting that resembles none', async () => {
    const server = await startServer({ MUSTER_DATA_DIR: await temporaryDataDir(), MUSTER_SERVICE_HOST: '10.0.0.1' })
    expect(server.errors()).toContain('MUSTER_SERVICE_HOST')
  })
})

describe('what is taken already', () => {
  it('refuses a data directory that another server uses, in one sentence', async () => {
    const dataDir = await temporaryDataDir()
    const first = await startServer({ MUSTER_DATA_DIR: dataDir })
    const second = launch({ MUSTER_DATA_DIR: dataDir })
    expect(await second.ended).toBe(1)
    expect(second.errors().trim().split('\n')).toHaveLength(1)
    expect(second.errors()).toContain(dataDir)
    expect(second.errors()).toContain(first.address)
    expect(await first.owner.organization.me()).toMatchObject({ user: { role: 'owner' } })
  })

  it('names a port that another program uses, and leaves no Postgres behind', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const dataDir = await temporaryDataDir()
    const server = launch({ MUSTER_DATA_DIR: dataDir, MUSTER_PORT: String(port) })
    expect(await server.ended).toBe(1)
    expect(server.errors()).toContain(`127.0.0.1:${port} is in use`)
    expect(await postgresPid(dataDir)).toBeUndefined()
  })
})
