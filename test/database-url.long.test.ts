import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findDebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { startFakePostgres } from './fake-postgres.ts'
import { launch, temporaryDataDir } from './running-server.ts'

const binaries = await findDebianPostgres()

/** The output of a start that does not reach its database. It is one line, and nothing is created. */
async function said(url: string): Promise<string> {
  const dataDir = await temporaryDataDir()
  const server = launch({ DATABASE_URL: url, MUSTER_DATA_DIR: dataDir, MUSTER_LOG_LEVEL: 'error' })
  expect(await server.ended).toBe(1)
  const text = server.errors().trim()
  expect(text.split('\n')).toHaveLength(1)
  expect(text).not.toContain('hunter2')
  expect(await readdir(dataDir)).toEqual([])
  return text
}

describe('a DATABASE_URL that leads nowhere', () => {
  it('is reported with its cause', async () => {
    expect(await said('postgres://muster:hunter2@db.invalid/muster')).toBe(
      'The host db.invalid is not known by any name server. Correct the host in DATABASE_URL.',
    )
    expect(await said('postgres://muster:hunter2@127.0.0.1:1/muster')).toBe(
      'Nothing listens at 127.0.0.1:1. Start Postgres there, or correct host and port in DATABASE_URL.',
    )
    expect(await said('postgres://muster:hunter2#x@127.0.0.1:port/muster')).toContain('DATABASE_URL cannot be read')
  })

  it('is reported if Postgres is too old or read-only', async () => {
    const good = { version: '18', version_text: '18.1', is_replica: 'f', schema: 'public', may_create: 't' }
    const old = await startFakePostgres({ ...good, version: '13', version_text: '13.4' })
    expect(await said(`postgres://muster:hunter2@127.0.0.1:${old}/muster`)).toMatch(
      /^Postgres at 127\.0\.0\.1:\d+ is version 13\.4, and Muster needs 15 or later\./,
    )
    const replica = await startFakePostgres({ ...good, is_replica: 't' })
    expect(await said(`postgres://muster:hunter2@127.0.0.1:${replica}/muster`)).toContain(
      'Set DATABASE_URL to the primary',
    )
  })
})

describe('a Postgres of your own', () => {
  it('that refuses is reported with its reason', async () => {
    const postgres = await startDebianPostgres(binaries)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(`create role reader login password 'hunter2'`)
    await client.query("create role frozen login password 'hunter2'")
    await client.query('alter role frozen set default_transaction_read_only = on')
    await client.query('create database closed')
    await client.query('revoke connect on database closed from public')
    const { host } = new URL(postgres.url)
    const at = `Postgres at ${host}`
    expect(await said(`postgres://muster:hunter2@${host}/postgres`)).toMatch(
      `${at} refuses the password of the user muster.`,
    )
    expect(await said(`postgres://nobody:hunter2@${host}/postgres`)).toContain(
      'refuses the password of the user nobody',
    )
    expect(await said(`postgres://muster@${host}/postgres`)).toContain(`${at} asks for a password`)
    expect(await said(postgres.url.replace(/postgres$/, 'shop'))).toBe(
      `${at} has no database shop. Create it with CREATE DATABASE shop OWNER muster, or correct DATABASE_URL.`,
    )
    expect(await said(`postgres://reader:hunter2@${host}/postgres`)).toBe(
      'The user reader may not create tables in the database postgres. Allow it there: GRANT CREATE ON SCHEMA public TO reader',
    )
    expect(await said(`postgres://reader:hunter2@${host}/closed`)).toContain(
      'GRANT CONNECT ON DATABASE closed TO reader',
    )
    expect(await said(`postgres://frozen:hunter2@${host}/postgres`)).toContain('default_transaction_read_only is on')
    expect(await said(`${postgres.url}?ssl=true`)).toContain('Add ?sslmode=disable to DATABASE_URL')
  })
})
