import { realpath } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Database, Handle } from '../database/database.ts'
import { query } from '../database/query.ts'
import { AppError } from '../platform/app-error.ts'
import type { Log } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { openClickHouseStore } from './clickhouse/open-clickhouse-store.ts'
import { openDuckDbStore } from './duckdb/open-duckdb-store.ts'
import type { EventStore } from './event-store.ts'
import { identityOf } from './identity-of-directory.ts'

export interface OpenOptions {
  readonly database: Database
  readonly log: Log
  readonly dataDir: string
  /** Used instead of the data directory. */
  readonly clickHouse: { readonly url: string; readonly cluster: string | undefined } | undefined
}

export interface StoreRow extends Record<string, unknown> {
  engine: 'duckdb' | 'clickhouse'
  identity: string
  /** The machine and directory of the node that has the events. */
  place: string
}

/** The events of this database are in the other engine, so numbers from this one would lack them. */
class WrongEventStore extends StartRefused {
  override readonly name = 'WrongEventStore'
}

const claimStore = query(
  'events.claim_store',
  'insert into event_store (engine, identity) values ($1, $2) on conflict do nothing',
)
const getStore = query<StoreRow>('events.get_store', 'select engine, identity, place from event_store')
const namePlace = query('events.name_place', 'update event_store set place = $1 where place <> $1')

const changeStore = query('events.change_store', 'update event_store set engine = $1, identity = $2')

/** Records that the events of this database are in ClickHouse from now on. */
export async function switchToClickHouse(handle: Handle): Promise<void> {
  await handle.run(changeStore, ['clickhouse', ''])
}

/** Where the events are now; `undefined` before the first start. */
export async function storeInUse(handle: Handle): Promise<StoreRow['engine'] | undefined> {
  return (await handle.find(getStore))?.engine
}

export interface OpenedStore {
  readonly store: EventStore
  /** False if another node has the events in its data directory. This node can neither store nor count any. */
  readonly isHere: boolean
  /** The machine and directory with the events; empty for ClickHouse. */
  readonly place: string
}

/**
 * Opens the store of the configuration if it is the one with the events of this database: the first one that was used
 * with it, until they are moved.
 */
export async function openEventStore({ database, log, dataDir, clickHouse }: OpenOptions): Promise<OpenedStore> {
  const engine = clickHouse ? 'clickhouse' : 'duckdb'
  const lastKnown = async () => (await database.find(getStore))?.identity
  const identity = clickHouse ? '' : await identityOf(dataDir, lastKnown)
  await database.run(claimStore, [engine, identity])
  const known = await database.get(getStore)
  if (known.engine !== engine) throw new WrongEventStore(adviceFor[known.engine])
  if (known.identity !== identity) {
    log.warn({ place: known.place }, elsewhere)
    return { store: storeElsewhere(), isHere: false, place: known.place }
  }
  const place = clickHouse ? '' : `${hostname()}:${await realpath(dataDir)}`
  await database.run(namePlace, [place])
  const store = clickHouse ? await openClickHouseStore({ ...clickHouse, log }) : await openDuckDbStore({ dataDir, log })
  return { store, isHere: true, place }
}

const adviceFor = {
  clickhouse: 'The usage events of this installation are in ClickHouse. Set CLICKHOUSE_URL as it was.',
  duckdb:
    'The usage events of this installation are still in its data directory. Move them first: npm start -- move-events',
}

const elsewhere =
  'Usage events are kept in the data directory of another node, so this one takes no telemetry. ' +
  'For several nodes, keep them in ClickHouse: set CLICKHOUSE_URL, then npm start -- move-events'

/** The store of a node whose events another node has. */
export function storeElsewhere(): EventStore {
  const refuse = async () => {
    throw new AppError('unavailable', elsewhere, { retryAfterSeconds: 30 })
  }
  return {
    append: refuse,
    names: refuse,
    countByDay: refuse,
    countOfUser: refuse,
    countOfSession: refuse,
    eventsOfSessions: refuse,
    facts: () => ({ format: 'packed', pieces: { [Symbol.asyncIterator]: () => ({ next: refuse }) } }),
    factsApart: () => ({ format: 'packed', pieces: { [Symbol.asyncIterator]: () => ({ next: refuse }) } }),
    workFacts: () => ({ format: 'packed', pieces: { [Symbol.asyncIterator]: () => ({ next: refuse }) } }),
    sessionHistory: refuse,
    daysOfSessions: refuse,
    userTokens: refuse,
    remove: refuse,
    daysOf: refuse,
    count: refuse,
    ping: refuse,
    export: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
    exportIsSnapshot: false,
    close: async () => undefined,
  }
}
