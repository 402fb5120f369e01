import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { hashSecret, parseApiKey } from '../packages/server/src/govern/keys/api-key.ts'
import { startEmbeddedPostgres } from '../packages/server/src/ground/database/embedded/embedded-postgres.ts'
import { migrationFiles, migrationText } from '../packages/server/src/ground/database/migrate.ts'
import { openDuckDbStore } from '../packages/server/src/know/events/duckdb/open-duckdb-store.ts'
import { blank } from '../packages/server/src/know/events/usage-event.ts'
import { ownerKey, startServer, temporaryDataDir } from './running-server.ts'
import { endServer, runCommand } from './whole-installation.ts'

const log = pino({ level: 'silent' })
const environment = { MUSTER_NOW: '2026-02-10T08:00:00.000Z' }
const organization = '00000000-0000-7000-8000-000000000001'
const user = '00000000-0000-7000-8000-000000000002'
/** The last release had the migrations before this one. */
const newSince = '0010'

/** Runs statements on the embedded database of a data directory in which no service runs. */
async function inDatabase<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, onGiveUp() {} })
  const client = new Client(postgres.connection)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** A data directory as the last release left it, with an owner, two sessions and two usage events. */
async function dataOfLastRelease(): Promise<string> {
  const dataDir = await temporaryDataDir()
  await inDatabase(dataDir, async (client) => {
    await client.query('create table migrations (name text primary key)')
    for (const name of (await migrationFiles()).filter((each) => each < newSince)) {
      await client.query(await migrationText(name))
      await client.query('insert into migrations values ($1)', [name])
    }
    await client.query(`insert into organizations (id, name, created_at, created_by) values ($1, 'Old', 5, $2)`, [
      organization,
      user,
    ])
    await client.query(
      `insert into users (id, organization_id, email, email_key, role, created_at)
       values ($1, $2, 'ada@example.org', 'ada@example.org', 'owner', 5)`,
      [user, organization],
    )
    const key = parseApiKey(ownerKey)
    await client.query(
      `insert into api_keys (id, organization_id, user_id, name, secret_hash, created_at) values ($1, $2, $3, 'key', $4, 5)`,
      [key?.id, organization, user, hashSecret(key?.secret ?? '')],
    )
    for (const number of [3, 4]) {
      await client.query(
        `insert into sessions (id, organization_id, user_id, status, settings, created_at, updated_at)
         values ($1, $2, $3, 'idle', '{}', 1770700000000, 1770700000000)`,
        [`00000000-0000-7000-8000-00000000000${number}`, organization, user],
      )
    }
    await client.query(`insert into event_store (engine, identity) values ('duckdb', 'old directory')`)
    await client.query(
      `insert into analytics_days (organization_id, day, generation, pending_since, changed_at)
       values ($1, '2026-02-09', 1, 1, 1)`,
      [organization],
    )
  })
  await writeFile(join(dataDir, 'events.id'), 'old directory\n', { mode: 0o600 })
  const store = await openDuckDbStore({ dataDir, log })
  const event = {
    timeMs: Date.parse('2026-02-09T10:00:00Z'),
    user: `u:${user}`,
    session: 's',
    client: 'web',
    type: 'message',
    ...blank,
    name: 'user',
  } as const
  await store.append(organization, [
    { ...event, id: '1'.padStart(32, '0') },
    { ...event, id: '2'.padStart(32, '0') },
  ])
  await store.close()
  return dataDir
}

async function expectServes(dataDir: string): Promise<string> {
  const server = await startServer({ ...environment, MUSTER_DATA_DIR: dataDir })
  expect(await server.owner.organization.me()).toMatchObject({ user: { email: 'ada@example.org' } })
  expect((await server.owner.sessions.list()).sessions).toHaveLength(2)
  await server.owner.analytics.refresh()
  const { data } = await server.owner.analytics.activity({ startDate: '2026-02-09', endDate: '2026-02-09' })
  expect(data).toMatchObject([{ messages: 2 }])
  await endServer(server)
  return server.errors()
}

describe('an installation of the last release', () => {
  it('is backed up, migrated and served, and the backup brings back what it was', async () => {
    const dataDir = await dataOfLastRelease()
    const said = await expectServes(dataDir)
    const [name = ''] = await readdir(join(dataDir, 'backups'))
    const file = join(dataDir, 'backups', name)
    expect(said).toContain(file)
    // A second start has nothing to migrate, and makes no other one.
    await expectServes(dataDir)
    expect(await readdir(join(dataDir, 'backups'))).toEqual([name])

    const target = await temporaryDataDir()
    expect(await runCommand({ MUSTER_DATA_DIR: target }, 'restore', file)).toMatchObject({ code: 0, errors: '' })
    const applied = await inDatabase(target, async (client) => {
      const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
      return rows.map((row) => row.name)
    })
    expect(applied).toEqual((await migrationFiles()).filter((each) => each < newSince))
    await expectServes(target)
  })

  it('can be backed up by the new release before it is migrated', async () => {
    const dataDir = await dataOfLastRelease()
    const file = join(await temporaryDataDir(), 'old.backup')
    expect(await runCommand({ MUSTER_DATA_DIR: dataDir }, 'backup', file)).toMatchObject({ code: 0, errors: '' })
    const migrations = await inDatabase(dataDir, async (client) => {
      const { rows } = await client.query<{ count: string }>('select count(*) from migrations')
      return Number(rows[0]?.count)
    })
    expect(migrations).toBe((await migrationFiles()).filter((each) => each < newSince).length)
  })

  it('keeps the last three backups of upgrades, and everything else in their directory', async () => {
    const dataDir = await dataOfLastRelease()
    const backups = join(dataDir, 'backups')
    await mkdir(backups)
    for (const year of [2021, 2022, 2023]) await writeFile(join(backups, `before-upgrade-${year}.backup`), '')
    await writeFile(join(backups, 'mine'), '')
    await expectServes(dataDir)
    expect((await readdir(backups)).sort()).toEqual([
      'before-upgrade-2022.backup',
      'before-upgrade-2023.backup',
      expect.stringMatching(/^before-upgrade-2.*\.backup$/),
      'mine',
    ])
  })

  it('is not migrated when the backup cannot be made, unless that is switched off', async () => {
    const dataDir = await dataOfLastRelease()
    await writeFile(join(dataDir, 'backups'), 'a file where the directory should be')
    const refused = await runCommand({ ...environment, MUSTER_DATA_DIR: dataDir })
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('MUSTER_UPGRADE_BACKUP=off') })
    const count = await inDatabase(dataDir, async (client) => (await client.query('select 1 from migrations')).rowCount)
    expect(count).toBe((await migrationFiles()).filter((each) => each < newSince).length)
    const server = await startServer({ ...environment, MUSTER_DATA_DIR: dataDir, MUSTER_UPGRADE_BACKUP: 'off' })
    await endServer(server)
    expect(await readFile(join(dataDir, 'backups'), 'utf8')).toContain('a file')
  })
})
