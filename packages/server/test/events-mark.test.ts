import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'
import { testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { findClickHouse, password, startClickHouse, user } from './events-clickhouse-server.ts'
import { nodes, secondNode } from './second-node.ts'

const program = await findClickHouse()
let clickHouse: Awaited<ReturnType<typeof startClickHouse>> | undefined
const urlOf = (database: string) => clickHouse?.servers[0]?.url(database) ?? ''

beforeAll(async () => {
  if (program) clickHouse = await startClickHouse(program, 1)
})
afterAll(() => clickHouse?.stop())

async function run(sql: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const answer = await fetch(new URL(urlOf('')).origin, { method: 'POST', headers: { authorization }, body: sql })
  expect(answer.status).toBe(200)
  return answer.text()
}

const tablesOf = async (database: string) =>
  (await run(`select name from system.tables where database = '${database}' order by name`)).trim()

/** The sentence that refuses a start. */
async function refusal(start: Promise<unknown>): Promise<string> {
  const error: unknown = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ message: expect.not.stringContaining(password) })
  return (error as Error).message
}

describe.skipIf(!program)('the mark of an installation in ClickHouse', () => {
  it('keeps a node with a mistyped CLICKHOUSE_URL from starting', async () => {
    const server = await testServer({ ...nodes, CLICKHOUSE_URL: urlOf('right') })
    await secondNode(server, { CLICKHOUSE_URL: urlOf('right') })
    expect(await refusal(secondNode(server, { CLICKHOUSE_URL: urlOf('mistyped') }))).toContain(
      'does not have the usage events of this installation in mistyped. Set CLICKHOUSE_URL as it was.',
    )
    expect(await tablesOf('mistyped')).toBe('')
    const { CLICKHOUSE_URL } = { CLICKHOUSE_URL: urlOf('right') }
    expect(await refusal(testServer({ CLICKHOUSE_URL }))).toContain('the usage events of another installation in right')
  })

  it('is written into the store of an earlier version, and not into another one', async () => {
    const server = await testServer({ ...nodes, CLICKHOUSE_URL: urlOf('old') })
    await run(`drop table old.${(await tablesOf('old')).split('\n').find((name) => name.startsWith('muster_'))}`)
    await rowsOf(server.databaseUrl, `update event_store set identity = '', standing = 'unmarked'`)
    expect(await refusal(secondNode(server, { CLICKHOUSE_URL: urlOf('empty') }))).toContain(
      'has no usage events in empty, and this installation has some.',
    )
    await secondNode(server, { CLICKHOUSE_URL: urlOf('old') })
    expect(await tablesOf('old')).toMatch(/^muster_installation_[0-9a-f]{32}\nusage_events$/)
    expect(await refusal(secondNode(server, { CLICKHOUSE_URL: urlOf('empty') }))).toContain('as it was')
  })

  it('can be written by a person, with the statement that the refusal names', async () => {
    const server = await testServer({ ...nodes, CLICKHOUSE_URL: urlOf('before') })
    await run('create database restored')
    const said = await refusal(secondNode(server, { CLICKHOUSE_URL: urlOf('restored') }))
    await run(/create table .*/.exec(said)?.[0] ?? '')
    await secondNode(server, { CLICKHOUSE_URL: urlOf('restored') })
  })
})

describe('a first start with a wrong CLICKHOUSE_URL', () => {
  it('is refused with its cause', async () => {
    const other = createServer((_, answer) => answer.writeHead(404).end('nothing here')).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const free = await freePort()
    const start = (at: string) =>
      refusal(testServer({ CLICKHOUSE_URL: `http://muster:${encodeURIComponent(password)}@${at}/x` }))
    expect(await start(`127.0.0.1:${free}`)).toBe(
      `Nothing listens at http://127.0.0.1:${free}. Start ClickHouse there, or correct host and port in CLICKHOUSE_URL.`,
    )
    expect(await start('clickhouse.invalid')).toContain('is not known by any name server')
    expect(await start(`127.0.0.1:${port}`)).toContain('is no ClickHouse (it answers 404)')
  })
})
