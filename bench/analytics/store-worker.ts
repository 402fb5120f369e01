import { DuckDBInstance } from '@duckdb/node-api'
import { promptBounds } from '@muster/contract/prices/price-list'
import { createLog } from '../../packages/server/src/ground/platform/log.ts'
import { tableName } from '../../packages/server/src/know/events/columns.ts'
import { eventsOfDayInFile } from '../../packages/server/src/know/events/duckdb/events-of-day.ts'
import { memoryLimit } from '../../packages/server/src/know/events/duckdb/memory-limit.ts'
import { openDuckDbStore } from '../../packages/server/src/know/events/duckdb/open-duckdb-store.ts'
import { dayFacts, workFacts } from '../../packages/server/src/know/events/fact-shape.ts'
import { toldColumns, viewQuery, wholeView } from '../../packages/server/src/know/events/facts-query.ts'
import type { UsageEvent } from '../../packages/server/src/know/events/usage-event.ts'
import { inventedEvents } from './invented-events.ts'
import type { FillJob, GroupByJob, StoreResult } from './store-job.ts'

/** Works on DuckDB files in a process of its own, so that its memory does not count as the benchmark's. */
process.on('message', (job: FillJob | GroupByJob) => {
  const work = job.kind === 'fill' ? fill(job) : groupBy(job)
  work.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`The store worker failed: ${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})

const eventsAtOnce = 20_000

async function fill({ dataDir, organizationId, days, users, events: { from, to } }: FillJob): Promise<StoreResult> {
  const store = await openDuckDbStore({ dataDir, log: createLog('warn') })
  const stop = startWatch()
  let count = 0
  let batch: UsageEvent[] = []
  const write = async () => {
    count += (await store.append(organizationId, batch)).added
    batch = []
  }
  for (const dayMs of days) {
    for (let user = 0; user < users; user++) {
      for (const event of inventedEvents({ user, dayMs, from, to })) batch.push(event)
      if (batch.length >= eventsAtOnce) await write()
    }
  }
  await write()
  const times = stop()
  await store.close()
  return { count, ...times }
}

async function groupBy({ file, organizationId, day }: GroupByJob): Promise<StoreResult> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', memory_limit: memoryLimit() })
  const connection = await instance.connect()
  // By now the file is open, and everything is done that the store does before it can add up events.
  await connection.run('select 1')
  const stop = startWatch()
  // A day needs both kinds of facts: those of its numbers, and those of money and work.
  let count = 0
  for (const shape of [dayFacts, workFacts(promptBounds([]))]) {
    const view = wholeView(shape)
    const columns = toldColumns(shape, view).map(([, sql]) => sql)
    const query = viewQuery(view, columns, tableName, eventsOfDayInFile(organizationId, day))
    count += (await connection.run(query)).rowCount
  }
  const times = stop()
  connection.closeSync()
  instance.closeSync()
  return { count, ...times }
}

function startWatch(): () => { seconds: number; cpuSeconds: number } {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  return () => {
    const { user, system } = process.cpuUsage(cpuBefore)
    return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 }
  }
}
