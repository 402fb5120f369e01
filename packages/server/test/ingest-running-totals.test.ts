import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectDatabase, type Database } from '../src/database/database.ts'
import { openDuckDbStore } from '../src/events/duckdb/open-duckdb-store.ts'
import { createBodyReader } from '../src/ingest/body-reader.ts'
import { createEventWriter } from '../src/ingest/event-writer.ts'
import { createIngest } from '../src/ingest/service.ts'
import type { Principal } from '../src/organizations/principal.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { testWorkers } from '../src/testing/test-workers.ts'
import { rowsOf } from './database-rows.ts'
import { factsFrom } from './events-samples.ts'
import { attributes, request } from './fixtures/agents/build.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-11-16T09:30:00.000Z' })
const day = '2026-11-15'
const start = Date.parse(`${day}T08:00:00Z`)

/** A running total of commits, `minutes` after the start. */
function commits(total: number, minutes: number) {
  const times = { startTimeUnixNano: `${start}000000`, timeUnixNano: `${start + minutes * 60_000}000000` }
  const dataPoints = [{ ...times, asInt: String(total), attributes: attributes({ 'session.id': 's' }) }]
  const metric = { name: 'claude_code.commit.count', sum: { aggregationTemporality: 2, dataPoints } }
  return request('metrics', 'claude-code', metric).request
}

/** The ingest of a service whose transactions fail when they are told to, after all their work is done. */
async function frailIngest() {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-totals-'))
  const log = pino({ level: 'silent' })
  const connection = { connectionString: server().databaseUrl }
  const real = connectDatabase({ connection, maxConnections: 4, log })
  const events = await openDuckDbStore({ dataDir, log })
  onTestFinished(async () => {
    await events.close()
    await real.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  let left = Number.POSITIVE_INFINITY
  const database: Database = {
    ...real,
    transaction: (work) =>
      real.transaction(async (tx) => {
        const result = await work(tx)
        if (left-- === 0) throw new Error('The connection is lost.')
        return result
      }),
  }
  const clock = { now: server().now }
  const writer = createEventWriter({ database, events, clock, maxWaiting: 1_000 })
  const ingest = createIngest({ database, clock, writer, reader: createBodyReader(testWorkers()) })
  const { userId } = server().acme.member
  const principal = { organizationId: randomUUID(), userId, role: 'member', scopes: null, email: 'm@x.test' }
  return {
    writer,
    organizationId: principal.organizationId,
    /** `fails`: how many transactions work before one fails. */
    async send(body: object, fails = Number.POSITIVE_INFINITY): Promise<'taken' | 'failed'> {
      left = fails
      const bytes = Buffer.from(JSON.stringify(body))
      return ingest.telemetry(principal as unknown as Principal, 'metrics', bytes, 'json').then(
        () => 'taken',
        () => 'failed',
      )
    },
    restore: () => {
      left = Number.POSITIVE_INFINITY
    },
    async counted(on = day): Promise<number> {
      const facts = await factsFrom(events, principal.organizationId, on)
      return facts.reduce((sum, { quantity }) => sum + quantity, 0)
    },
  }
}

describe('a running total', () => {
  it.each([
    ['its points are written down', 0],
    ['the store has what it adds', 1],
  ])('counts once when the service fails after %s, and the sender goes on', async (_, fails) => {
    const { send, counted } = await frailIngest()
    expect(await send(commits(10, 1))).toBe('taken')
    expect(await send(commits(15, 2), fails)).toBe('failed')
    expect(await send(commits(17, 3))).toBe('taken')
    expect(await counted()).toBe(17)
  })

  it('counts once when it is sent again after a failure', async () => {
    for (const fails of [0, 1]) {
      const { send, counted } = await frailIngest()
      expect(await send(commits(5, 1), fails)).toBe('failed')
      expect(await send(commits(5, 1))).toBe('taken')
      expect(await send(commits(5, 1))).toBe('taken')
      expect(await counted()).toBe(5)
    }
  })

  it('counts also if its sender never comes back', async () => {
    const { send, counted, writer, restore, organizationId } = await frailIngest()
    expect(await send(commits(5, 1), 1)).toBe('failed')
    restore()
    await writer.settleTotals()
    expect(await counted()).toBe(5)
    const query = 'select is_settled from running_totals where organization_id = $1'
    expect(await rowsOf(server().databaseUrl, query, [organizationId])).toEqual([{ is_settled: true }])
  })

  it('counts on each day what was added on it, whichever point comes first', async () => {
    const { send, counted } = await frailIngest()
    const overMidnight = 16.5 * 60
    await send(commits(9, overMidnight))
    await send(commits(5, 60))
    expect([await counted(), await counted('2026-11-16')]).toEqual([5, 4])
  })

  it('goes on from the last point that an earlier version of the service kept', async () => {
    const { send, counted, organizationId } = await frailIngest()
    await send(commits(9, 5))
    const [row] = await rowsOf(server().databaseUrl, 'select series from running_totals where organization_id = $1', [
      organizationId,
    ])
    const series = String(row?.series).split('|').slice(0, 2).join('|')
    const other = await frailIngest()
    const last = {
      ...{ startTimeNs: `${start}000000`, timeNs: `${start + 60_000}000000` },
      ...{ quantity: 7, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    }
    const insert = 'insert into counter_series (organization_id, series, last_point) values ($1, $2, $3)'
    await rowsOf(server().databaseUrl, insert, [other.organizationId, series, JSON.stringify(last)])
    await other.send(commits(9, 5))
    expect([await counted(), await other.counted()]).toEqual([9, 2])
  })

  it('of two people who send the same series is two totals', async () => {
    const { acme, raw } = server()
    for (const [person, totals] of [
      [acme.member, [90, 290]],
      [acme.manager, [200, 500]],
    ] as const) {
      const { key } = await person.apiKeys.create({ name: 'laptop', scopes: ['telemetry:write'] })
      for (const [index, total] of totals.entries()) {
        expect((await raw('POST', '/v1/metrics', { key, json: commits(total, index + 1) })).status).toBe(200)
      }
    }
    await acme.owner.analytics.refresh()
    const { data } = await acme.owner.analytics.productivity({ startDate: day, endDate: day })
    expect(data).toMatchObject([{ git_commits: 790 }])
  })
})
