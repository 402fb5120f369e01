import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findClickHouse, startClickHouse } from '../packages/server/test/events-clickhouse-server.ts'
import { findDebianPostgres, startDebianPostgres, startReplica } from './debian-postgres.ts'
import { type RunningServer, startServer, temporaryDataDir } from './running-server.ts'

const binaries = await findDebianPostgres()
const now = '2026-02-10T08:00:00.000Z'
const [known, unknown] = ['2026-02-05', '2026-02-06']

/** What leads to the primary, like a load balancer in front of a pair of servers. */
async function startSwitch(url: string) {
  let port = Number(new URL(url).port)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const each of [socket, onward]) open.add(each)
    pipeline(socket, onward, socket, () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const through = new URL(url)
  through.port = String((server.address() as { port: number }).port)
  return {
    url: through.href,
    lead(to: string) {
      port = Number(new URL(to).port)
    },
  }
}

async function sendMessages({ owner }: RunningServer, day: string, from: number, count: number) {
  const events = Array.from({ length: count }, (_, index) => ({
    id: `${day} ${from + index}`,
    time: `${day}T12:00:00Z`,
    client: 'web' as const,
    type: 'message' as const,
    role: 'user' as const,
    sessionId: 's',
  }))
  const { accepted, duplicates } = await owner.telemetry.events({ events })
  expect(accepted + duplicates).toBe(count)
}

/** A point of a total that an agent's process counts from its start: lines of code that were added. */
async function sendTotal({ address }: RunningServer, key: string, total: number, minute: number) {
  const at = (minutes: number) => `${Date.parse(`${known}T12:00:00Z`) + minutes * 60_000}000000`
  const point = {
    startTimeUnixNano: at(0),
    timeUnixNano: at(minute),
    asInt: String(total),
    attributes: [
      { key: 'session.id', value: { stringValue: 's' } },
      { key: 'type', value: { stringValue: 'added' } },
    ],
  }
  const sum = { aggregationTemporality: 2, isMonotonic: true, dataPoints: [point] }
  const scopeMetrics = [{ metrics: [{ name: 'claude_code.lines_of_code.count', sum }] }]
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'claude-code' } }] }
  const answer = await fetch(`${address}/v1/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics }] }),
  })
  expect([answer.status, await answer.json()]).toEqual([200, {}])
}

/** Messages of both days, and lines that were added. */
async function account({ owner }: RunningServer): Promise<number[]> {
  await owner.analytics.refresh()
  const range = { startDate: known, endDate: unknown }
  const { data: activity } = await owner.analytics.activity(range)
  const { data: work } = await owner.analytics.work(range)
  const messages = (activity as { messages: number }[]).map((row) => row.messages)
  const lines = (work as { lines_added?: number }[]).reduce((sum, row) => sum + (row.lines_added ?? 0), 0)
  return [...messages, lines]
}

const clickHouse = await findClickHouse()

describe('a database that fails over to a replica which lacks the last seconds', () => {
  it.each(['DuckDB', 'ClickHouse'])('loses no event and no point of a running total: %s', async (engine) => {
    const primary = await startDebianPostgres(binaries)
    const replica = await startReplica(binaries, primary)
    const way = await startSwitch(primary.url)
    const environment: Record<string, string> = {
      DATABASE_URL: way.url,
      MUSTER_DATA_DIR: await temporaryDataDir(),
      MUSTER_NOW: now,
      MUSTER_LOG_LEVEL: 'error',
    }
    if (engine === 'ClickHouse') {
      const cluster = await startClickHouse(clickHouse ?? '', 1)
      onTestFinished(() => cluster.stop())
      environment.CLICKHOUSE_URL = cluster.url('failover')
    }
    const server = await startServer(environment)
    const { key } = await server.owner.apiKeys.create({ name: 'agent' })
    await sendMessages(server, known, 0, 10)
    await sendTotal(server, key, 10, 1)
    expect(await account(server)).toEqual([10, 0, 10])

    const client = new pg.Client({ connectionString: primary.url })
    client.on('error', () => undefined)
    await client.connect()
    const senders = async () =>
      (await client.query('select pid, replay_lsn = pg_current_wal_lsn() as is_even from pg_stat_replication')).rows
    await expect.poll(senders).toMatchObject([{ is_even: true }])
    const [{ pid: sender }] = await senders()
    // From here on the replica hears of nothing, and the primary does not mind.
    process.kill(sender, 'SIGSTOP')
    await sendMessages(server, known, 10, 7)
    await sendMessages(server, unknown, 0, 5)
    await sendTotal(server, key, 13, 2)
    expect(await account(server)).toEqual([17, 5, 13])
    const underWay = Promise.allSettled([sendMessages(server, known, 17, 1), sendTotal(server, key, 14, 3)])
    primary.process.kill('SIGKILL')
    process.kill(sender, 'SIGKILL')
    await replica.promote()
    way.lead(replica.url)
    await underWay

    await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status).toBe(200)
    await sendTotal(server, key, 15, 4)
    // Who got no answer sends it again.
    await sendMessages(server, known, 17, 1)
    await sendTotal(server, key, 14, 3)
    await expect.poll(() => account(server).catch(String)).toEqual([18, 5, 15])
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})
