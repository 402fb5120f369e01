import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findClickHouse, startClickHouse } from '../packages/server/test/events-clickhouse-server.ts'
import { findDebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { startServer, temporaryDataDir } from './running-server.ts'
import {
  answersOf,
  createOnce,
  endServer,
  eventsOf,
  fillInstallation,
  runCommand,
  sameForBoth,
} from './whole-installation.ts'

const binaries = await findDebianPostgres()
const clickHouse = await findClickHouse()

async function newDatabase(url: string, name: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace(/\/postgres$/, `/${name}`)
}

describe('a backup with DATABASE_URL', () => {
  it('is made by the node that has the events, and others say which one that is', async () => {
    const postgres = await startDebianPostgres(binaries)
    const both = {
      ...sameForBoth,
      DATABASE_URL: postgres.url,
      MUSTER_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    const one = { ...both, MUSTER_DATA_DIR: await temporaryDataDir() }
    const other = { ...both, MUSTER_DATA_DIR: await temporaryDataDir() }
    const server = await startServer(one)
    const installation = await fillInstallation(server)
    const second = await startServer(other)
    const file = join(await temporaryDataDir(), 'muster.backup')
    const refused = await runCommand(other, 'backup', file)
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`${one.MUSTER_DATA_DIR}: make the backup`),
    })
    await endServer(second)
    const whileStopped = await runCommand(other, 'backup', file)
    expect(whileStopped).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`${one.MUSTER_DATA_DIR}: make the backup`),
    })
    expect(await runCommand(one, 'backup', file)).toMatchObject({ code: 0, errors: '' })
    const before = await answersOf(server, installation)
    await endServer(server)

    const target = { ...one, MUSTER_DATA_DIR: await temporaryDataDir() }
    const used = await runCommand(target, 'restore', file)
    expect(used).toMatchObject({ code: 1, errors: expect.stringContaining('already has tables') })
    const fresh = { ...target, DATABASE_URL: await newDatabase(postgres.url, 'fresh') }
    const restored = await runCommand(fresh, 'restore', file)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    const copy = await startServer(fresh)
    expect(await answersOf(copy, installation)).toEqual(before)
    expect(await copy.owner.telemetry.events({ events: eventsOf(2990, 20) })).toMatchObject({ duplicates: 10 })
    await endServer(copy)
    for (const { output, errors } of [refused, whileStopped, used, restored]) {
      expect(output + errors).not.toContain(postgres.password)
    }
  })
})

describe.skipIf(!clickHouse)('a backup with CLICKHOUSE_URL', () => {
  it('holds the events too, and can be restored into ClickHouse or into a data directory', async () => {
    const cluster = await startClickHouse(clickHouse ?? '', 1)
    onTestFinished(() => cluster.stop())
    const environment = {
      ...sameForBoth,
      MUSTER_DATA_DIR: await temporaryDataDir(),
      CLICKHOUSE_URL: cluster.url('one'),
    }
    const server = await startServer(environment)
    const installation = await fillInstallation(server)
    await createOnce(server, installation)
    const file = join(await temporaryDataDir(), 'muster.backup')
    expect(await runCommand(environment, 'backup', file)).toMatchObject({ code: 0, errors: '' })
    const before = await answersOf(server, installation)
    await endServer(server)

    const occupied = { ...environment, MUSTER_DATA_DIR: await temporaryDataDir() }
    expect(await runCommand(occupied, 'restore', file)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('already holds 3,001 usage events'),
    })
    for (const CLICKHOUSE_URL of [cluster.url('two'), '']) {
      const target = { ...environment, MUSTER_DATA_DIR: await temporaryDataDir(), CLICKHOUSE_URL }
      expect(await runCommand(target, 'restore', file)).toMatchObject({ code: 0, errors: '' })
      const copy = await startServer(target)
      expect(await answersOf(copy, installation)).toEqual(before)
      expect(await copy.owner.telemetry.events({ events: eventsOf(2990, 20) })).toMatchObject({
        accepted: 10,
        duplicates: 10,
      })
      await endServer(copy)
    }
  })
})
