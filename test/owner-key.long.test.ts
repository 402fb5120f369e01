import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@muster/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import {
  demoCommand,
  inTerminal,
  isAlive,
  launch,
  ownerKey,
  postgresPid,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from './running-server.ts'

const keyPattern = /mst_\w+_[\w-]{43}/

function keyIn(dataDir: string): Promise<string> {
  return readFile(join(dataDir, 'owner.key'), 'utf8').then((text) => text.trim())
}

async function end(server: Pick<RunningServer, 'process' | 'ended'>, signal: NodeJS.Signals = 'SIGTERM') {
  server.process.kill(signal)
  expect(await server.ended).toBe(0)
}

function me(server: RunningServer, key: string) {
  return createClient({ baseUrl: server.address, apiKey: key, retries: 0 }).organization.me()
}

async function exists(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, 'owner.key')).then(
    () => true,
    () => false,
  )
}

describe('the owner’s first key', () => {
  it('is in a file that only this account reads, named at every start, until it was used', async () => {
    const dataDir = await temporaryDataDir()
    const own = { MUSTER_DATA_DIR: dataDir, MUSTER_OWNER_KEY: '', MUSTER_ORG_NAME: 'Acme' }
    const first = await startServer(own)
    const key = await keyIn(dataDir)
    expect(first.output()).toContain(join(dataDir, 'owner.key'))
    expect(first.output() + first.errors()).not.toContain(key)
    expect((await stat(join(dataDir, 'owner.key'))).mode & 0o777).toBe(0o600)
    await end(first)

    const second = await startServer(own)
    expect(second.output()).toContain(join(dataDir, 'owner.key'))
    expect(second.output()).toContain('Acme')
    expect(await me(second, key)).toMatchObject({ organization: { name: 'Acme' }, user: { role: 'owner' } })
    await expect.poll(() => exists(dataDir)).toBe(false)
    await end(second)

    const third = await startServer(own)
    expect(third.output()).not.toContain('owner.key')
    expect(await me(third, key)).toMatchObject({ user: { role: 'owner' } })
  })

  it('is shown in a terminal, at every start until it was used', async () => {
    const own = { MUSTER_DATA_DIR: await temporaryDataDir(), MUSTER_OWNER_KEY: '' }
    const first = await startServer(own, inTerminal())
    const key = keyPattern.exec(first.output())?.[0] ?? ''
    expect(first.output().split(key)).toHaveLength(3)
    first.process.kill('SIGKILL')
    const again = await startServer({ ...own, MUSTER_DATA_DIR: await temporaryDataDir() }, inTerminal())
    expect(await me(again, keyPattern.exec(again.output())?.[0] ?? '')).toMatchObject({ user: { role: 'owner' } })
    await expect.poll(() => postgresPid(own.MUSTER_DATA_DIR)).toBeUndefined()
    const second = await startServer(own, inTerminal())
    expect(second.output()).toContain(key)
  })

  it('exists after a first start that found its port taken', async () => {
    for (const setting of ['MUSTER_PORT', 'MUSTER_OTLP_GRPC_PORT']) {
      const other = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await once(other, 'listening')
      const { port } = other.address() as { port: number }
      const own = { MUSTER_DATA_DIR: join(await temporaryDataDir(), 'new'), MUSTER_OWNER_KEY: '', [setting]: `${port}` }
      const refused = launch(own)
      expect(await refused.ended).toBe(1)
      expect(refused.errors().trim().split('\n')).toHaveLength(1)
      expect(refused.errors()).toContain(setting)
      await expect(stat(own.MUSTER_DATA_DIR)).rejects.toThrow('ENOENT')
      other.close()
      await once(other, 'close')
      const server = await startServer(own)
      expect(await me(server, await keyIn(own.MUSTER_DATA_DIR))).toMatchObject({ user: { role: 'owner' } })
      await end(server)
    }
  })

  it('is shown before the demonstration is loaded, so that Ctrl-C loses nothing', async () => {
    const dataDir = await temporaryDataDir()
    const own = { MUSTER_DATA_DIR: dataDir, MUSTER_OWNER_KEY: '', MUSTER_NOW: '2026-02-10T09:00:00Z' }
    const demo = launch(own, demoCommand)
    while (!demo.output().includes('Loading')) await once(demo.process.stdout ?? demo.process, 'data')
    expect(demo.output().indexOf('owner.key')).toBeLessThan(demo.output().indexOf('Loading'))
    await end(demo, 'SIGINT')
    const server = await startServer(own)
    const { organization } = await me(server, await keyIn(dataDir))
    expect(organization.name).toBe('Demonstration')
  })

  it('exists whenever the first start is killed', async () => {
    for (const file of ['postgres.password', 'secret.key', 'events.duckdb', 'owner.key']) {
      const dataDir = await temporaryDataDir()
      const own = { MUSTER_DATA_DIR: dataDir, MUSTER_OWNER_KEY: '' }
      const killed = launch(own)
      const isThere = () =>
        stat(join(dataDir, file)).then(
          () => true,
          () => false,
        )
      await expect.poll(isThere, { interval: 1 }).toBe(true)
      killed.process.kill('SIGKILL')
      await killed.ended
      const server = await startServer(own)
      expect(server.output()).toContain('owner.key')
      expect(await me(server, await keyIn(dataDir))).toMatchObject({ user: { role: 'owner' } })
      await end(server)
    }
  })

  it('comes with a link, which is in a file that only this account reads, and in no log', async () => {
    for (const MUSTER_OWNER_KEY of ['', ownerKey]) {
      const dataDir = await temporaryDataDir()
      const server = await startServer({ MUSTER_DATA_DIR: dataDir, MUSTER_OWNER_KEY })
      const file = join(dataDir, 'sign-in.link')
      await expect.poll(server.output).toContain(`with the link in ${file}`)
      expect(server.output() + server.errors()).not.toContain('#token=')
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      const link = new URL((await readFile(file, 'utf8')).trim()).hash.replace('#token=', '')
      const { browserSessions } = createClient({ baseUrl: server.address })
      expect(await browserSessions.create({ link })).toMatchObject({ method: 'link' })
      await end(server)
      if (MUSTER_OWNER_KEY === '') continue
      await end(await startServer({ MUSTER_DATA_DIR: dataDir }))
      await expect(stat(file)).rejects.toThrow('ENOENT')
    }
  })

  it('from MUSTER_OWNER_KEY is reported as useless on a later start, unless it works', async () => {
    const dataDir = await temporaryDataDir()
    await end(await startServer({ MUSTER_DATA_DIR: dataDir }))
    const other = `mst_other_${'x'.repeat(43)}`
    const second = await startServer({ MUSTER_DATA_DIR: dataDir, MUSTER_OWNER_KEY: other })
    expect(second.errors()).toContain('MUSTER_OWNER_KEY is not a key of an owner')
    expect(second.errors()).not.toContain(other)
    await expect(me(second, other)).rejects.toMatchObject({ status: 401 })
    await end(second)
    const third = await startServer({ MUSTER_DATA_DIR: dataDir, MUSTER_OWNER_KEY: ownerKey })
    expect(third.errors()).not.toContain('MUSTER_OWNER_KEY')
  })
})

describe('SIGHUP', () => {
  it('ends the service in order, as SIGTERM does', async () => {
    const dataDir = await temporaryDataDir()
    const server = await startServer({ MUSTER_DATA_DIR: dataDir })
    const postgres = (await postgresPid(dataDir)) ?? 0
    await end(server, 'SIGHUP')
    expect(isAlive(postgres)).toBe(false)
  })

  it('of a terminal that is closed leaves no Postgres behind', async () => {
    const dataDir = await temporaryDataDir()
    const port = String(await freePort())
    const server = await startServer({ MUSTER_DATA_DIR: dataDir, MUSTER_PORT: port }, inTerminal())
    const postgres = (await postgresPid(dataDir)) ?? 0
    server.process.kill('SIGKILL')
    await expect.poll(() => isAlive(postgres)).toBe(false)
  })
})
