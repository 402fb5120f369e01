import { costGroups } from '@muster/contract/costs'
import { workGroups } from '@muster/contract/work'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { operatorKey, type TestServer, testServer } from '../src/testing/test-server.ts'
import { type Delivered, deliveredEvents, firstDay, lastDay, newOrganization, now } from './analytics-path.ts'
import { clusterName, findClickHouse, startClickHouse } from './events-clickhouse-server.ts'

const clickHouse = await findClickHouse()

type Cluster = Awaited<ReturnType<typeof startClickHouse>>
let started: Cluster | undefined

beforeAll(async () => {
  if (!clickHouse) return
  started = await startClickHouse(clickHouse)
  return () => started?.stop()
})

function cluster(): Cluster {
  if (!started) throw new Error('ClickHouse is there only inside of tests.')
  return started
}

const environment = { MUSTER_NOW: now, MUSTER_RATE_LIMIT: '0' }

function onCluster(database: string) {
  return { ...environment, CLICKHOUSE_URL: cluster().url(database), CLICKHOUSE_CLUSTER: clusterName }
}

function isFirstReport({ usage }: Delivered, index: number, all: readonly Delivered[]): boolean {
  return usage.name === '' || !/^(commit|pull_request) /.test(usage.id) || index === firstOf(usage.id, all)
}

function firstOf(id: string, all: readonly Delivered[]): number {
  return all.findIndex(({ usage }) => usage.id === id)
}

/** Every byte of the endpoints that answer with rows, but for the organization's id. */
async function bytesOf(server: TestServer, key: string): Promise<string[]> {
  const organization = await server.client(key).organization.get()
  const range = `startDate=${firstDay}&endDate=${lastDay}`
  const paths = ['tokens', 'tools', 'activity', 'productivity', 'users'].flatMap((name) => [
    `${name}?${range}`,
    `${name}?${range}&format=csv`,
    `${name}?${range}&format=ndjson`,
  ])
  const grouped = ['tokens?group_by=model', 'tools?group_by=tool_name', 'activity?group_by=client']
  const costs = ['costs', ...costGroups.map((group) => `costs?group_by=${group}`)]
  const work = ['work', ...workGroups.map((group) => `work?group_by=${group}`)]
  const extensions = [...costs, ...work, 'adoption'].map((path) => `${path}${path.includes('?') ? '&' : '?'}${range}`)
  const all = [
    ...[...paths, ...grouped.map((path) => `${path}&${range}`)].map((path) => `/api/v1/analytics/${path}`),
    ...extensions.map((path) => `/api/v0/analytics/${path}`),
  ]
  const answers = await Promise.all(all.map((path) => server.raw('GET', path, { key })))
  return answers.map(({ status, text }) => `${status} ${text.replaceAll(organization.id, 'organization')}`)
}

describe.skipIf(!clickHouse)('the five endpoints', () => {
  it('answer byte for byte the same on DuckDB, on ClickHouse and on two shards of it', async () => {
    const [events = []] = fc.sample(deliveredEvents({ minLength: 400, maxLength: 400, size: 'max' }), {
      seed: 7,
      numRuns: 1,
    })
    // Each server gets them in another order, so a commit must not be reported in two ways: the first report counts.
    const inputs = events.filter(isFirstReport).map(({ input }) => input)
    const [first] = cluster().servers
    const servers = [
      await testServer(environment),
      await testServer({ ...environment, CLICKHOUSE_URL: first?.url('analytics_single') ?? '' }),
      await testServer(onCluster('analytics_cluster')),
    ]
    const answers = await Promise.all(
      servers.map(async (server, number) => {
        const owner = await newOrganization(server, operatorKey)
        // And cut into other requests.
        const turned = [...inputs.slice(number * 50), ...inputs.slice(0, number * 50)]
        const size = 37 + 11 * number
        for (let at = 0; at < turned.length; at += size) {
          await owner.telemetry.events({ events: turned.slice(at, at + size) })
        }
        await owner.analytics.refresh()
        return bytesOf(server, owner.key)
      }),
    )
    expect(answers[0]?.join('').length).toBeGreaterThan(50_000)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })
})

describe.skipIf(!clickHouse)('a shard that is down', () => {
  it('makes ingest answer 503, stores no partial day, and everything counts when it is back', async () => {
    const server = await testServer(onCluster('analytics_down'))
    const { key, telemetry, analytics } = await newOrganization(server, operatorKey)
    const events = Array.from({ length: 200 }, (_, index) => ({
      id: `${index}`,
      time: `${lastDay}T10:00:00Z`,
      sessionId: `session ${index}`,
      client: 'web' as const,
      type: 'message' as const,
      role: 'user' as const,
    }))
    const messages = async () => {
      const path = `/api/v1/analytics/activity?startDate=${lastDay}&endDate=${lastDay}`
      return (await server.raw('GET', path, { key })).json.data[0].messages
    }
    await telemetry.events({ events: events.slice(0, 100) })
    await analytics.refresh()
    expect(await messages()).toBe(100)

    const [, second] = cluster().servers
    await second?.kill()
    const refused = await server.raw('POST', '/api/v0/events', { key, json: { events } })
    expect([refused.status, refused.json.code]).toEqual([503, 'unavailable'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const otlp = await server.raw('POST', '/v1/logs', { key, json: {} })
    expect(otlp.status).toBe(200)
    await expect(analytics.refresh()).resolves.toMatchObject({ computedDays: [] })
    expect(await messages()).toBe(100)

    await second?.start()
    await expect.poll(() => telemetry.events({ events }).then(() => 'taken', String), { interval: 200 }).toBe('taken')
    await analytics.refresh()
    expect(await messages()).toBe(200)
  })
})
