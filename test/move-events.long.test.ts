import { describe, expect, it, onTestFinished } from 'vitest'
import { findClickHouse, startClickHouse } from '../packages/server/test/events-clickhouse-server.ts'
import { launch, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'

const clickHouse = await findClickHouse()
const environment = { MUSTER_NOW: '2026-02-10T08:00:00.000Z' }
const move = [process.execPath, 'packages/server/src/main.ts', 'move-events']

async function send({ owner }: RunningServer, day: string, count: number) {
  const events = Array.from({ length: count }, (_, index) => ({
    id: `${day} ${index}`,
    time: `${day}T12:00:00Z`,
    client: 'web' as const,
    type: 'message' as const,
    role: 'user' as const,
    sessionId: `s${index % 5}`,
  }))
  const receipt = await owner.telemetry.events({ events })
  await owner.analytics.refresh()
  return receipt
}

async function messagesOf({ owner }: RunningServer): Promise<number[]> {
  const { data } = await owner.analytics.activity({ startDate: '2026-02-05', endDate: '2026-02-06' })
  return (data as { messages: number }[]).map(({ messages }) => messages)
}

async function end(server: RunningServer) {
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}

describe('npm start -- move-events', () => {
  it('says what is missing when there is nowhere to move to', async () => {
    const moving = launch({ MUSTER_DATA_DIR: await temporaryDataDir() }, move)
    expect([await moving.ended, moving.errors()]).toEqual([1, expect.stringContaining('set CLICKHOUSE_URL')])
  })

  it.skipIf(!clickHouse)('moves an installation to ClickHouse, which goes on as if it had been there', async () => {
    const cluster = await startClickHouse(clickHouse ?? '', 1)
    onTestFinished(() => cluster.stop())
    const url = cluster.url('moved')
    const dataDir = await temporaryDataDir()
    let server = await startServer({ ...environment, MUSTER_DATA_DIR: dataDir })
    await send(server, '2026-02-05', 1200)
    await end(server)

    const tooEarly = launch({ ...environment, MUSTER_DATA_DIR: dataDir, CLICKHOUSE_URL: url })
    expect([await tooEarly.ended, tooEarly.errors()]).toEqual([1, expect.stringContaining('move-events')])
    for (const said of ['1200 usage events are in ClickHouse now', 'in ClickHouse already']) {
      const moving = launch({ MUSTER_DATA_DIR: dataDir, CLICKHOUSE_URL: url }, move)
      expect([await moving.ended, moving.output()]).toEqual([0, expect.stringContaining(said)])
    }
    const withoutUrl = launch({ ...environment, MUSTER_DATA_DIR: dataDir })
    expect([await withoutUrl.ended, withoutUrl.errors()]).toEqual([1, expect.stringContaining('CLICKHOUSE_URL')])

    server = await startServer({ ...environment, MUSTER_DATA_DIR: dataDir, CLICKHOUSE_URL: url })
    expect(await messagesOf(server)).toEqual([1200, 0])
    expect(await send(server, '2026-02-05', 1300)).toMatchObject({ accepted: 100, duplicates: 1200 })
    expect(await send(server, '2026-02-06', 7)).toMatchObject({ accepted: 7 })
    expect(await messagesOf(server)).toEqual([1300, 7])
    await end(server)
  })
})
