import { describe, expect, it, onTestFinished } from 'vitest'
import { findClickHouse, startClickHouse } from '../packages/server/test/events-clickhouse-server.ts'
import { startServer, temporaryDataDir } from './running-server.ts'

const clickHouse = await findClickHouse()
if (clickHouse === undefined) console.warn('SKIPPED: no ClickHouse is here, and it could not be installed.')

describe.skipIf(clickHouse === undefined && !process.env.CI)('GET /readyz', () => {
  it('reports when ClickHouse is down, and whether the rest can be served', async () => {
    const cluster = await startClickHouse(clickHouse ?? '', 1)
    let isUp = true
    const stop = async () => {
      if (isUp) await cluster.stop()
      isUp = false
    }
    onTestFinished(stop)
    const own = { MUSTER_DATA_DIR: await temporaryDataDir(), CLICKHOUSE_URL: cluster.url('ready') }
    const server = await startServer(own)
    const ask = async (path: string) => {
      const answer = await fetch(server.address + path)
      return [answer.status, (await answer.json()) as { detail?: string }] as const
    }
    expect(await ask('/readyz')).toEqual([200, { status: 'ready' }])
    await stop()
    const [status, { detail }] = await ask('/readyz')
    expect([status, detail]).toEqual([503, expect.stringContaining('usage events')])
    expect((await ask('/readyz?only=database'))[0]).toBe(200)
    expect((await ask('/healthz'))[0]).toBe(200)
    // The outage is told once a minute by each who meets it, however often that is.
    for (let time = 0; time < 20; time++) await ask('/readyz')
    const told = server
      .errors()
      .split('\n')
      .filter((line) => line.includes('requestId'))
    expect(told).toHaveLength(1)
    expect(server.errors()).not.toContain('stack')
  })
})
