import type { Config } from '../ground/config/settings.ts'
import { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import { markNewStore } from '../know/events/clickhouse/mark.ts'
import { parseNodes } from '../know/events/clickhouse/nodes.ts'
import { openClickHouseStore } from '../know/events/clickhouse/open-clickhouse-store.ts'
import { openDuckDbStore } from '../know/events/duckdb/open-duckdb-store.ts'
import type { EventStore } from '../know/events/event-store.ts'
import { newMark, storeInUse, switchToClickHouse } from '../know/events/open-event-store.ts'
import { lockData, openDatabase } from './open-engines.ts'

/**
 * Moves the usage events of an installation from its data directory to ClickHouse. It can be interrupted and started
 * again: events that are already there are not written twice, and the installation switches over only when all are
 * there. The file in the data directory is kept.
 */
export async function moveEvents(config: Config, log: Log, print: (text: string) => void): Promise<void> {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster, MUSTER_DATA_DIR: dataDir } = config
  if (url === undefined) throw new Error('set CLICKHOUSE_URL to where the events shall go.')
  const lifecycle = new Lifecycle(log)
  try {
    await lockData(config, log, lifecycle)
    const onFatal = (error: Error) => log.error({ err: error }, 'the database was lost')
    const { database } = await openDatabase({ config, log, onFatal }, lifecycle)
    const inUse = await storeInUse(database)
    if (inUse?.engine === 'clickhouse') {
      print('The usage events of this installation are in ClickHouse already.\n')
      return
    }
    const from = await openDuckDbStore({ dataDir, log })
    lifecycle.onClose('events in the data directory', () => from.close())
    // The same mark each time, so that a move can be interrupted.
    const id = inUse?.identity.replaceAll('-', '') || newMark()
    await markNewStore({ nodes: parseNodes(url), id })
    const to = await openClickHouseStore({ url, cluster, log, installationId: id })
    lifecycle.onClose('events in ClickHouse', () => to.close())
    const moved = await copy(from, to, print)
    await switchToClickHouse(database, id)
    print(`\r${moved} usage events are in ClickHouse now. Start Muster with CLICKHOUSE_URL set from here on.\n`)
  } finally {
    await lifecycle.close()
  }
}

async function copy(from: EventStore, to: EventStore, print: (text: string) => void): Promise<number> {
  const total = await from.count()
  let copied = 0
  for await (const { organizationId, events, arrivedMs } of from.export()) {
    await to.append(organizationId, events, arrivedMs)
    copied += events.length
    if (process.stdout.isTTY) print(`\rMoving usage events: ${copied} of ${total}`)
  }
  const arrived = await to.count()
  if (arrived < total) {
    throw new Error(`only ${arrived} of ${total} usage events arrived in ClickHouse. Nothing was changed; try again.`)
  }
  return total
}
