import { type Client, createClient } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { findDebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { launch, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'

const binaries = await findDebianPostgres()

const secretKey = Buffer.alloc(32, 7).toString('base64')

describe('DATABASE_URL', () => {
  it('lets two nodes share one database, each seeing at once what the other did', async () => {
    const postgres = await startDebianPostgres(binaries)
    expect(Number(/\d+/.exec(postgres.version)?.[0])).toBeGreaterThanOrEqual(15)
    const environment = async () => ({
      DATABASE_URL: postgres.url,
      MUSTER_SECRET_KEY: secretKey,
      MUSTER_DATA_DIR: await temporaryDataDir(),
      MUSTER_API_URL: 'http://muster.test',
    })
    // Both start on an empty database at the same moment: one organization comes of it.
    const nodes = await Promise.all([startServer(await environment()), startServer(await environment())])
    const [first, second] = nodes.map((node) => node.owner) as [Client, Client]
    const on = (node: RunningServer, apiKey: string) => createClient({ baseUrl: node.address, apiKey, retries: 0 })

    const { key, id } = await first.apiKeys.create({ name: 'for both' })
    const onSecond = on(nodes[1], key)
    const { token } = await onSecond.apiKeys.createToken()
    const byToken = on(nodes[0], token)
    const computer = await byToken.computers.register({ name: 'shared' })
    const session = await second.sessions.create({ computerId: computer.id })
    expect(await first.sessions.get({ sessionId: session.sessionId })).toEqual(session)
    await first.apiKeys.revoke({ id })
    await expect(onSecond.organization.me()).rejects.toMatchObject({ status: 401 })
    await expect(byToken.organization.me()).rejects.toMatchObject({ status: 401 })
    for (const node of nodes) expect(node.output() + node.errors()).not.toContain(postgres.password)
  })

  it('refuses to start on a database whose secrets were encrypted with another key', async () => {
    const postgres = await startDebianPostgres(binaries)
    const environment = { DATABASE_URL: postgres.url, MUSTER_SECRET_KEY: secretKey }
    const server = await startServer({ ...environment, MUSTER_DATA_DIR: await temporaryDataDir() })
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const other = launch({ ...environment, MUSTER_SECRET_KEY: Buffer.alloc(32, 8).toString('base64') })
    expect(await other.ended).toBe(1)
    expect(other.errors()).toContain('MUSTER_SECRET_KEY')
  })

  it('says so when the database cannot be reached', async () => {
    const server = launch({ DATABASE_URL: 'postgres://muster:hunter2@127.0.0.1:1/muster' })
    expect(await server.ended).toBe(1)
    expect(server.errors()).toMatch(/^Nothing listens at 127\.0\.0\.1:1\./)
    expect(server.errors()).not.toContain('hunter2')
  })
})
