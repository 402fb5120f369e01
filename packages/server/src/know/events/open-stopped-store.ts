import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { StartRefused } from '../../ground/platform/start-refused.ts'
import { openClickHouseStore } from './clickhouse/open-clickhouse-store.ts'
import { openDuckDbStore } from './duckdb/open-duckdb-store.ts'
import { type OpenedStore, type OpenOptions, type StoreRow, storeElsewhere } from './open-event-store.ts'

/** Reads the whole row as JSON, because databases of earlier versions lack some columns. */
const findAnyStore = query<{ store: Partial<StoreRow> }>(
  'events.find_any_store',
  'select row_to_json(s) as store from event_store s',
)

/** The store that contains the events; `undefined` if there are none yet. */
export async function findStore(handle: Handle): Promise<Partial<StoreRow> | undefined> {
  return (await handle.find(findAnyStore))?.store
}

/**
 * Opens the store of this installation while no service runs. Unlike a start, it claims nothing and needs no migration.
 * Resolves with `undefined` if there are no events yet.
 */
export async function openStoppedStore(options: OpenOptions): Promise<OpenedStore | undefined> {
  const { database, log, dataDir, clickHouse } = options
  const store = await findStore(database)
  if (!store) return undefined
  if (store.engine === 'clickhouse') {
    if (!clickHouse)
      throw new StartRefused('The usage events of this installation are in ClickHouse: set CLICKHOUSE_URL.')
    const installationId = store.standing === 'marked' ? store.identity : undefined
    return { store: await openClickHouseStore({ ...clickHouse, log, installationId }), isHere: true, place: '' }
  }
  const place = store.place ?? ''
  const identity = await readFile(join(dataDir, 'events.id'), 'utf8').catch(() => '')
  if (identity.trim() !== store.identity) return { store: storeElsewhere(), isHere: false, place }
  return { store: await openDuckDbStore({ dataDir, log }), isHere: true, place }
}
