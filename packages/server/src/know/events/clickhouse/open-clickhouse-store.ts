import { dayMs, dayOf } from '../../../ground/platform/days.ts'
import type { Log } from '../../../ground/platform/log.ts'
import { createAppend } from '../append.ts'
import { quote } from '../columns.ts'
import type { EventStore } from '../event-store.ts'
import { batchesOf } from '../export-batches.ts'
import { dayFacts, workFacts } from '../fact-shape.ts'
import { factViews } from '../fact-views.ts'
import type { FactPieces } from '../facts.ts'
import { type FactView, factsQuery } from '../facts-query.ts'
import { type FoldedNames, namesKinds, namesQuery, toFoldedNames, withFoldedNames } from '../name-bounds.ts'
import {
  type AnswerKinds,
  eventKinds,
  eventsOfDay,
  eventsOfUsers,
  type Row,
  toDayCount,
  toDayOfOrganization,
  toMark,
  toStoredEvent,
} from '../queries.ts'
import { sessionEventsQuery } from '../session-events.ts'
import { toUserTokens, userTokensKinds, userTokensQuery } from '../user-tokens.ts'
import { createClient } from './client.ts'
import { literal } from './literal.ts'
import { parseNodes } from './nodes.ts'
import { countQuery, exportQuery, listPortions } from './portions.ts'
import { countByDayQuery, countingEvents, countOfUserQuery, daysOfQuery, selection, surplusQuery } from './queries.ts'
import { createRemove } from './remove.ts'
import { readRows } from './row-binary.ts'
import { createSessionHistory } from './session-history.ts'
import { checkQuery, eventTable, prepareTables } from './tables.ts'
import { createWriter } from './writer.ts'

interface ClickHouseOptions {
  /**
   * CLICKHOUSE_URL: `http(s)://user:password@host:port/database`; for a cluster, one for each server, separated by
   * commas.
   */
  readonly url: string
  /** CLICKHOUSE_CLUSTER: the cluster's name in `remote_servers`; absent for a single node. */
  readonly cluster?: string | undefined
  /** The mark that the store must carry. Without it, marks are not checked. */
  readonly installationId?: string | undefined
  readonly log: Log
  /** Small writes start at least this far apart, because each creates a part that ClickHouse has to merge. */
  readonly minIntervalMs?: number
  readonly now?: () => number
}

/** Queries of a day get no longer than this. */
const readTimeoutMs = 300_000

const views = factViews('()')

const exportedRows = 50_000
const countedRows = 5_000_000

/**
 * Keeps events in ClickHouse: one node, or a cluster that shards them by session. Any number of Muster nodes may share
 * it.
 *
 * Writers do not coordinate, so an event may be stored more than once or in several versions. Queries correct that:
 * every answer counts an event once, and fails while a shard is missing.
 *
 * The store opens even if a server is unreachable: callers get `unavailable`, and missing tables are created as soon as
 * it answers. A wrong password, cluster or mark refuses the start.
 */
export async function openClickHouseStore(options: ClickHouseOptions): Promise<EventStore> {
  const { url, cluster, log, minIntervalMs = 200, now = Date.now } = options
  const nodes = parseNodes(url)
  const table = eventTable(cluster)
  const prepare = await prepareTables(nodes, options)
  const client = createClient(nodes, log, prepare)
  const pace = { maxEvents: 50_000, minIntervalMs, smallSize: 5_000, now }
  const { append, idle } = createAppend(createWriter(client, table), pace)

  const request = (sql: string) => client.request({ sql, timeoutMs: readTimeoutMs })

  async function query<T>(sql: string, kinds: AnswerKinds, toValue: (row: Row) => T): Promise<T[]> {
    return readRows(await request(sql), kinds, toValue)
  }

  async function readNumber(sql: string): Promise<number> {
    const [value] = await query(sql, ['number'], (row) => row.number(0))
    if (value === undefined) throw new Error('ClickHouse gave no number.')
    return value
  }

  /** Reads sums of a day from a source that contains each of its events once. */
  async function readDay<T>(organizationId: string, day: string, read: (source: string) => Promise<T>): Promise<T> {
    const surplus = () => readNumber(surplusQuery(table, organizationId, day))
    // Choosing one row of each event takes several times as long as adding up, and is rarely needed. Rows are only ever
    // added: if there is no surplus after the sums, there was none before.
    if ((await surplus()) === 0) {
      const sums = await read(table)
      if ((await surplus()) === 0) return sums
    }
    return read(countingEvents(table, organizationId, day))
  }

  function dayFactsOf(
    organizationId: string,
    day: string,
    { folded, users }: { readonly folded: readonly FoldedNames[]; readonly users: readonly string[] },
    chosen?: readonly FactView[],
  ): FactPieces {
    const where = [literal(organizationId), literal(day)] as const
    const read = (all: string) => {
      const own = ofUsers(all, users)
      const source = folded.length === 0 ? own : withFoldedNames(own, ...where, folded, 'global in')
      const sql = factsQuery(dayFacts, source, ...where, chosen)
      return client.requestPieces({ sql: `${sql} format RowBinary`, timeoutMs: readTimeoutMs })
    }
    return { format: 'row binary', pieces: piecesOf(() => readDay(organizationId, day, read)) }
  }

  return {
    append,

    names: (organizationId, day) =>
      readDay(organizationId, day, async (source) => {
        const sql = `${namesQuery(source, literal(organizationId), literal(day))} format RowBinary`
        return { folded: (await query(sql, namesKinds, toFoldedNames)).flat(), facts: undefined }
      }),

    facts: (organizationId, day, { folded = [], users = [] } = {}) =>
      dayFactsOf(organizationId, day, { folded, users }),

    factsApart: (organizationId, day, { folded }) =>
      dayFactsOf(organizationId, day, { folded, users: [] }, [...views.names, ...views.day]),

    workFacts: (organizationId, day, { promptBounds = [], users = [], apart } = {}) => ({
      format: 'row binary',
      pieces: piecesOf(() =>
        readDay(organizationId, day, (source) => {
          const where = [literal(organizationId), literal(day)] as const
          const chosen = apart && views.work(promptBounds)[apart]
          const sql = factsQuery(workFacts(promptBounds), ofUsers(source, users), ...where, chosen)
          return client.requestPieces({ sql: `${sql} format RowBinary`, timeoutMs: readTimeoutMs })
        }),
      ),
    }),

    ...createSessionHistory({ table, request, query, readDay }),

    countOfUser: (organizationId, user, day) =>
      readNumber(`${countOfUserQuery(table, organizationId, user, day)} format RowBinary`),

    eventsOfSessions: (organizationId, sessions, day) =>
      readDay(organizationId, day, async (source) => {
        const sql = sessionEventsQuery(selection, source, literal(organizationId), literal(day), sessions.map(literal))
        return (await query(`${sql} format RowBinary`, eventKinds, toStoredEvent)).map(({ event }) => event)
      }),

    async countByDay(organizationId, days) {
      if (days.length === 0) return new Map()
      const sql = `${countByDayQuery(table, organizationId, days)} format RowBinary`
      return new Map(await query(sql, ['text', 'number'], toDayCount))
    },

    userTokens: (organizationId, day, models) =>
      readDay(organizationId, day, (source) => {
        const sql = userTokensQuery(source, eventsOfDay(literal(organizationId), literal(day)), models.map(literal))
        return query(`${sql} format RowBinary`, userTokensKinds, toUserTokens)
      }),

    remove: createRemove({ client, nodes, table, prepare }),

    async mark(organizationId, day) {
      const ofDay = eventsOfDay(literal(organizationId), literal(day))
      const sql = `select count() * 1e0, max(${quote('arrived')}) * 1e0 from ${table} where ${ofDay} format RowBinary`
      return (await query(sql, ['number', 'number'], toMark))[0] ?? '0 0'
    },

    changedSince(timeMs) {
      const days = `select ${quote('organization')}, toString(${quote('day')}) from ${table}`
      const sql = `${days} where ${quote('arrived')} >= ${timeMs} group by ${quote('organization')}, ${quote('day')}`
      return query(`${sql} format RowBinary`, ['text', 'text'], toDayOfOrganization)
    },

    async *pointsSince(timeMs) {
      const points = `${quote('arrived')} >= ${timeMs} and ${quote('total')} <> ''`
      const sql = `select ${selection} from ${table} where ${points} format RowBinary`
      yield* batchesOf(onePiece(await query(sql, eventKinds, toStoredEvent)))
    },

    daysOf: (organizationId, user) =>
      query(daysOfQuery(table, organizationId, user), ['number'], (row) => dayOf(row.number(0) * dayMs)),

    export: (days) =>
      batchesOf(
        (async function* () {
          for (const portion of await listPortions(client, table, exportedRows, days)) {
            yield await query(exportQuery(table, portion), eventKinds, toStoredEvent)
          }
        })(),
      ),
    exportIsSnapshot: false,

    async count() {
      let count = 0
      for (const portion of await listPortions(client, table, countedRows)) {
        count += await readNumber(countQuery(table, portion))
      }
      return count
    },

    async ping() {
      await client.request({ sql: checkQuery(table) })
    },

    close: idle,
  }
}

async function* onePiece<T>(piece: T): AsyncGenerator<T> {
  yield piece
}

/** Yields only after all pieces arrived, because only then is it certain that they contain no event twice. */
async function* piecesOf(read: () => Promise<Uint8Array[]>): AsyncGenerator<Uint8Array> {
  yield* await read()
}

function ofUsers(source: string, users: readonly string[]): string {
  return users.length === 0 ? source : eventsOfUsers(source, users.map(literal))
}
