import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Database, Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Log } from '../../ground/platform/log.ts'
import { StartRefused } from '../../ground/platform/start-refused.ts'
import { markKnownStore, markNewStore } from './clickhouse/mark.ts'
import { parseNodes } from './clickhouse/nodes.ts'
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
  /**
   * The identity of the data directory, or the mark of ClickHouse. Empty for a ClickHouse that an earlier version used.
   */
  identity: string
  /** Whether ClickHouse is marked. `claimed`: there are no events yet, so another store may be chosen. */
  standing: 'claimed' | 'unmarked' | 'marked'
  /** The machine and directory of the node that has the events. */
  place: string
}

/** The events of this installation are in the other engine, so this one would show wrong numbers. */
class WrongEventStore extends StartRefused {
  override readonly name = 'WrongEventStore'
}

const claimStore = query(
  'events.claim_store',
  `insert into event_store (engine, identity, standing) values ($1, $2, $3)
   on conflict ((true)) do update set engine = excluded.engine, identity = excluded.identity, standing = excluded.standing
     where event_store.standing = 'claimed' and event_store.engine <> excluded.engine`,
)
const nameStore = query('events.name_store', `update event_store set identity = $1 where identity = ''`)
const markStore = query('events.mark_store', `update event_store set standing = 'marked' where identity = $1`)
const getStore = query<StoreRow>('events.get_store', 'select engine, identity, standing, place from event_store')
const namePlace = query('events.name_place', 'update event_store set place = $1 where place <> $1')

const changeStore = query(
  'events.change_store',
  `insert into event_store (engine, identity, standing) values ('clickhouse', $1, 'marked')
   on conflict ((true)) do update set engine = excluded.engine, identity = excluded.identity, standing = excluded.standing`,
)

/** Records that the events of this installation are now in the ClickHouse with this mark. */
export async function switchToClickHouse(handle: Handle, identity: string): Promise<void> {
  await handle.run(changeStore, [identity])
}

/** The store that contains the events; `undefined` before the first start. */
export async function storeInUse(handle: Handle): Promise<StoreRow | undefined> {
  return handle.find(getStore)
}

/** Makes the id of an installation, which becomes part of a table's name. */
export function newMark(): string {
  return randomUUID().replaceAll('-', '')
}

export interface OpenedStore {
  readonly store: EventStore
  /** False if another node has the events in its data directory. This node can then neither store nor count events. */
  readonly isHere: boolean
  /** The machine and directory with the events; empty for ClickHouse. */
  readonly place: string
}

/**
 * Opens the configured store. Throws unless it is the store that was first used with this database, or to which the
 * events were moved since.
 */
export async function openEventStore(options: OpenOptions): Promise<OpenedStore> {
  const { database, log, dataDir, clickHouse } = options
  if (clickHouse) return { store: await openMarkedClickHouse({ ...options, clickHouse }), isHere: true, place: '' }
  const lastKnown = async () => (await database.find(getStore))?.identity
  const identity = await identityOf(dataDir, lastKnown)
  const known = await claim(database, 'duckdb', identity)
  if (known.identity !== identity) {
    log.warn({ place: known.place }, elsewhere)
    return { store: storeElsewhere(), isHere: false, place: known.place }
  }
  const place = `${hostname()}:${await realpath(dataDir)}`
  await database.run(namePlace, [place])
  return { store: await openDuckDbStore({ dataDir, log }), isHere: true, place }
}

async function openMarkedClickHouse(options: OpenOptions & { readonly clickHouse: { readonly url: string } }) {
  const { database, log, clickHouse } = options
  await claim(database, 'clickhouse', newMark())
  // The store of an earlier version, or of a backup, has no name yet. Nodes that start together agree on one.
  await database.run(nameStore, [newMark()])
  await database.run(namePlace, [''])
  const { identity: id, standing } = await database.get(getStore)
  const store = { nodes: parseNodes(clickHouse.url), id }
  if (standing === 'claimed') await markNewStore(store)
  const isMarked = standing === 'unmarked' ? await markKnownStore(store, log) : true
  if (isMarked) await database.run(markStore, [id])
  return openClickHouseStore({ ...clickHouse, log, installationId: isMarked ? id : undefined })
}

async function claim(database: Database, engine: StoreRow['engine'], identity: string): Promise<StoreRow> {
  await database.run(claimStore, [engine, identity, engine === 'clickhouse' ? 'claimed' : 'unmarked'])
  const known = await database.get(getStore)
  if (known.engine !== engine) throw new WrongEventStore(adviceFor[known.engine])
  return known
}

const adviceFor = {
  clickhouse: 'The usage events of this installation are in ClickHouse. Set CLICKHOUSE_URL as it was.',
  duckdb:
    'The usage events of this installation are still in its data directory. Move them first: npm start -- move-events',
}

const elsewhere =
  'Usage events are kept in the data directory of another node, so this one takes no telemetry. ' +
  'For several nodes, keep them in ClickHouse: set CLICKHOUSE_URL, then npm start -- move-events'

/** The store of a node when another node has the events: every call is refused. */
export function storeElsewhere(): EventStore {
  const refuse = async () => {
    throw new AppError('unavailable', elsewhere, { retryAfterSeconds: 30 })
  }
  return {
    append: refuse,
    names: refuse,
    countByDay: refuse,
    countOfUser: refuse,
    eventsOfSessions: refuse,
    facts: () => ({ format: 'packed', pieces: { [Symbol.asyncIterator]: () => ({ next: refuse }) } }),
    factsApart: () => ({ format: 'packed', pieces: { [Symbol.asyncIterator]: () => ({ next: refuse }) } }),
    workFacts: () => ({ format: 'packed', pieces: { [Symbol.asyncIterator]: () => ({ next: refuse }) } }),
    sessionHistory: refuse,
    daysOfSessions: refuse,
    userTokens: refuse,
    remove: refuse,
    daysOf: refuse,
    mark: refuse,
    changedSince: refuse,
    pointsSince: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
    count: refuse,
    ping: refuse,
    export: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
    exportIsSnapshot: false,
    close: async () => undefined,
  }
}
