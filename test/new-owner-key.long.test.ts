import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { findDebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { launch, ownerKey, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'

const binaries = await findDebianPostgres()

const secretKey = Buffer.alloc(32, 7).toString('base64')

async function newKey(environment: Record<string, string>, ...args: string[]) {
  const command = launch(environment, [process.execPath, 'packages/server/src/main.ts', 'new-owner-key', ...args])
  return { code: await command.ended, output: command.output(), errors: command.errors() }
}

function clientOf(server: RunningServer, output: string) {
  return createClient({ baseUrl: server.address, apiKey: output.trim(), retries: 0 })
}

describe('npm start -- new-owner-key', () => {
  it('makes a key while the service runs, and records it in the audit log', async () => {
    const own = { MUSTER_DATA_DIR: await temporaryDataDir(), MUSTER_OWNER_EMAIL: 'ada@acme.test' }
    const server = await startServer(own)
    const { code, output, errors } = await newKey(own, 'Ada@acme.test')
    expect([code, output]).toEqual([0, expect.stringMatching(/^mst_\w+_[\w-]{43}\n$/)])
    expect(errors).toContain('Keep it')
    const client = clientOf(server, output)
    expect(await client.organization.me()).toMatchObject({ user: { email: 'ada@acme.test', role: 'owner' } })
    const [entry] = (await client.audit.list({ action: 'api_key.create' })).entries
    expect(entry).toMatchObject({ actor: null, changes: { name: 'Made by the operator' } })
    expect(await server.owner.organization.me()).toMatchObject({ user: { role: 'owner' } })
  })

  it('makes a key while the service is stopped, and stops the database again', async () => {
    const own = { MUSTER_DATA_DIR: await temporaryDataDir() }
    const first = await startServer(own)
    first.process.kill('SIGTERM')
    await first.ended
    const { code, output } = await newKey(own, 'owner@example.com')
    expect(code).toBe(0)
    expect(await readdir(join(own.MUSTER_DATA_DIR, 'postgres'))).not.toContain('postmaster.pid')
    const server = await startServer(own)
    expect(await clientOf(server, output).organization.me()).toMatchObject({ user: { role: 'owner' } })
  })

  it('makes a key in a Postgres of your own', async () => {
    const postgres = await startDebianPostgres(binaries)
    const own = { DATABASE_URL: postgres.url, MUSTER_SECRET_KEY: secretKey, MUSTER_DATA_DIR: await temporaryDataDir() }
    expect(await newKey(own, 'owner@example.com')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('npm start'),
    })
    const server = await startServer(own)
    const { code, output } = await newKey({ ...own, MUSTER_DATA_DIR: await temporaryDataDir() }, 'owner@example.com')
    expect(code).toBe(0)
    expect(await clientOf(server, output).organization.me()).toMatchObject({ user: { role: 'owner' } })
  })

  it('names the owners if nobody has the e-mail, and creates nothing in an empty directory', async () => {
    const own = { MUSTER_DATA_DIR: await temporaryDataDir(), MUSTER_OWNER_KEY: ownerKey }
    const empty = await newKey(own, 'owner@example.com')
    expect([empty.code, empty.output]).toEqual([1, ''])
    expect(empty.errors).toMatch(/^There is no organization in .* yet\. The first npm start makes one.*\n$/)
    expect(await readdir(own.MUSTER_DATA_DIR)).toEqual([])
    await startServer(own)
    const unknown = await newKey(own, 'bob@acme.test')
    expect([unknown.code, unknown.errors]).toEqual([
      1,
      'No owner has the e-mail bob@acme.test. Owners are: owner@example.com.\n',
    ])
    expect(await newKey(own, 'owner@example.com', 'acme')).toMatchObject({ code: 2 })
    expect(await newKey(own)).toMatchObject({ code: 2, errors: expect.stringContaining('new-owner-key <email') })
  })
})
