import { join } from 'node:path'
import { createClient } from '@muster/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findClickHouse, startClickHouse } from '../packages/server/test/events-clickhouse-server.ts'
import { ownerKey, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'
import {
  commitsOf,
  commitsSoFar,
  endServer,
  eventsOf,
  runCommand,
  sameForBoth,
  sendMetrics,
} from './whole-installation.ts'

const batch = 20

type Engine = 'DuckDB' | 'ClickHouse'
const clickHouse = await findClickHouse()
const engines: Engine[] = clickHouse ? ['DuckDB', 'ClickHouse'] : ['DuckDB']

/** Sends events without end, each batch once, and says how far it came. */
function keepSending(server: RunningServer, from: number) {
  let acknowledged = from
  let stopped = false
  const client = createClient({ baseUrl: server.address, apiKey: ownerKey, retries: 0 })
  const sending = (async () => {
    while (!stopped) {
      expect(await client.telemetry.events({ events: eventsOf(acknowledged, batch) })).toMatchObject({
        accepted: batch,
      })
      acknowledged += batch
    }
  })()
  return {
    from,
    acknowledged: () => acknowledged,
    stop: () => {
      stopped = true
      return sending
    },
  }
}

function keepCounting(server: RunningServer) {
  let total = 0
  let stopped = false
  const counting = (async () => {
    while (!stopped) {
      await sendMetrics(server, commitsSoFar(total + 1, total + 1))
      total++
    }
  })()
  return {
    total: () => total,
    stop: () => {
      stopped = true
      return counting
    },
  }
}

/** How many events the numbers of all days are made of, and how many the service says it has accepted. */
async function countsOf({ owner }: RunningServer) {
  const commits = await commitsOf(owner)
  const range = { startDate: '2026-02-01', endDate: '2026-02-09' }
  const activity = (await owner.analytics.activity(range)).data as { messages: number }[]
  const tokens = (await owner.analytics.tokens(range)).data as { output_tokens: number }[]
  const events =
    activity.reduce((sum, { messages }) => sum + messages, 0) + tokens.reduce((sum, row) => sum + row.output_tokens, 0)
  const { dataQuality } = await owner.analytics.status()
  return { events, commits, accepted: dataQuality.acceptedEvents }
}

/** A new, empty event store of the kind that is tried. */
async function eventStore(engine: Engine): Promise<Record<string, string>> {
  if (engine === 'DuckDB') return {}
  const cluster = await startClickHouse(clickHouse ?? '', 1)
  onTestFinished(() => cluster.stop())
  return { CLICKHOUSE_URL: cluster.url('events') }
}

describe.each(engines)('a backup that is made while events come into %s', (engine) => {
  it('holds both stores as of one moment, with all that was answered before it began', async () => {
    const common = { ...sameForBoth, MUSTER_RATE_LIMIT: '0' }
    const environment = { ...common, ...(await eventStore(engine)), MUSTER_DATA_DIR: await temporaryDataDir() }
    const server = await startServer(environment)
    const senders = Array.from({ length: 6 }, (_, index) => keepSending(server, index * 1_000_000))
    const counter = keepCounting(server)
    const sum = () => senders.reduce((total, { from, acknowledged }) => total + acknowledged() - from, 0)
    await expect.poll(() => Math.min(sum() / 100, counter.total())).toBeGreaterThan(5)

    const copies: { file: string; least: number; leastCommits: number }[] = []
    const directory = await temporaryDataDir()
    for (const name of ['first', 'second']) {
      const [least, leastCommits] = [sum(), counter.total()]
      const file = join(directory, name)
      expect(await runCommand(environment, 'backup', file)).toMatchObject({ code: 0, errors: '' })
      copies.push({ file, least, leastCommits })
    }
    for (const writer of [...senders, counter]) await writer.stop()
    const [most, mostCommits] = [sum(), counter.total()]
    await endServer(server)

    for (const { file, least, leastCommits } of copies) {
      const target = { ...common, ...(await eventStore(engine)), MUSTER_DATA_DIR: await temporaryDataDir() }
      expect(await runCommand(target, 'restore', file)).toMatchObject({ code: 0, errors: '' })
      const copy = await startServer(target)
      // Both stores agree: the events that Postgres counts as accepted are the events in the event store. A point of a
      // running total without an answer is counted soon after the start.
      const surplus = async () => {
        const { events, commits, accepted } = await countsOf(copy)
        return events + commits - accepted
      }
      await expect.poll(surplus).toBe(0)
      const { events, commits } = await countsOf(copy)
      expect([events >= least, events <= most, commits >= leastCommits, commits <= mostCommits]).toEqual([
        true,
        true,
        true,
        true,
      ])
      // Senders that try again, and running totals that go on, end where they would have.
      for (const { from, acknowledged } of senders) {
        for (let at = from; at < acknowledged(); at += 5000) {
          await copy.owner.telemetry.events({ events: eventsOf(at, Math.min(5000, acknowledged() - at)) })
        }
      }
      await sendMetrics(copy, commitsSoFar(mostCommits, mostCommits))
      expect(await countsOf(copy)).toMatchObject({ events: most, commits: mostCommits })
      await endServer(copy)
    }
  })
})
