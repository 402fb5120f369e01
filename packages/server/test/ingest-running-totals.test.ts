import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { attributes, request } from './fixtures/agents/build.ts'
import { frailIngestOn } from './frail-ingest.ts'

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

const frailIngest = () => frailIngestOn(server())

describe('a running total', () => {
  it.each([
    ['its points are written down', 0],
    ['the store has what it adds', 1],
  ])('counts once if the service fails after %s and the sender continues', async (_, fails) => {
    const { send, counted } = await frailIngest()
    expect(await send(commits(10, 1))).toBe('taken')
    expect(await send(commits(15, 2), fails)).toBe('failed')
    expect(await send(commits(17, 3))).toBe('taken')
    expect(await counted(day)).toBe(17)
  })

  it('counts once when it is sent again after a failure', async () => {
    for (const fails of [0, 1]) {
      const { send, counted } = await frailIngest()
      expect(await send(commits(5, 1), fails)).toBe('failed')
      expect(await send(commits(5, 1))).toBe('taken')
      expect(await send(commits(5, 1))).toBe('taken')
      expect(await counted(day)).toBe(5)
    }
  })

  it('counts even if its sender never comes back', async () => {
    const { send, counted, writer, restore, organizationId } = await frailIngest()
    expect(await send(commits(5, 1), 1)).toBe('failed')
    restore()
    await writer.settleTotals()
    expect(await counted(day)).toBe(5)
    const query = 'select is_settled from running_totals where organization_id = $1'
    expect(await rowsOf(server().databaseUrl, query, [organizationId])).toEqual([{ is_settled: true }])
  })

  it('counts on each day what was added on it, whichever point comes first', async () => {
    const { send, counted } = await frailIngest()
    const overMidnight = 16.5 * 60
    await send(commits(9, overMidnight))
    await send(commits(5, 60))
    expect([await counted(day), await counted('2026-11-16')]).toEqual([5, 4])
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
    expect([await counted(day), await other.counted(day)]).toEqual([9, 2])
  })

  it('of the same series is a separate total for each of two people', async () => {
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
