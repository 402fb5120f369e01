import type { Readable } from 'node:stream'
import { type AnalyticsMeta, UserRow } from '@muster/contract/analytics'
import type { AnalyticsRefresh, AnalyticsStatus, DeletedEvents, ReopenedDays } from '@muster/contract/analytics-status'
import { pageSize } from '@muster/contract/pagination'
import type { TSchema } from 'typebox'
import type { Database } from '../../ground/database/database.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import { BoundedCache } from '../../ground/platform/bounded-cache.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { compress, compressStream, type Encoding } from '../../ground/platform/compression.ts'
import { addDays, dayOf } from '../../ground/platform/days.ts'
import { isKnown } from '../../ground/platform/entity-tag.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { EventStore } from '../events/event-store.ts'
import * as quality from '../quality/data-quality.ts'
import { etagOf, formatted, gather, jsonEnvelope } from './answer.ts'
import type { Batch } from './batch.ts'
import { completeThrough } from './completeness.ts'
import { createEventCount } from './count-events.ts'
import { csv, ndjson, type RowFormat } from './csv.ts'
import { type DayRange, dayCount, parseRange } from './dates.ts'
import { daysBetween } from './deletion-repository.ts'
import type { DeletionQuery, Deletions } from './deletions.ts'
import * as documents from './document-repository.ts'
import { dayDocuments, type Piece, userDocuments, usersAtATime } from './documents.ts'
import { type FilteredCosts, filteredCosts } from './filtered-costs.ts'
import { createOwnUsage, type OwnDays } from './own-usage.ts'
import * as repository from './repository.ts'
import { rowSchemas } from './row-schemas.ts'
import { statusOf, toComputed } from './status.ts'

export interface Analytics {
  days(
    principal: Principal,
    kind: documents.DocumentKind,
    query: RangeQuery,
    preferences: Preferences,
  ): Promise<AnalyticsAnswer>
  /** The same for costs of some people, teams, agents, repositories and models. */
  costs(
    principal: Principal,
    wanted: FilteredCosts,
    query: RangeQuery,
    preferences: Preferences,
  ): Promise<AnalyticsAnswer>
  users(principal: Principal, query: UsersQuery, preferences: Preferences): Promise<AnalyticsAnswer>
  status(principal: Principal): Promise<AnalyticsStatus>
  /** The caller's own usage, including today. */
  ownUsage(principal: Principal, query: Partial<DayRange>): Promise<OwnDays>
  /** Resolves when the events are deleted. For owners. */
  deleteEvents(principal: Principal, query: DeletionQuery): Promise<DeletedEvents>
  /** Marks the days of the range to be computed again, even if nothing has changed. */
  recompute(principal: Principal, range: DayRange): Promise<ReopenedDays>
  /** Resolves when the waiting days are up to date. Rejects when the signal aborts. */
  refresh(principal: Principal, signal?: AbortSignal): Promise<AnalyticsRefresh>
}

export interface RangeQuery extends DayRange {
  readonly format?: 'json' | 'csv' | 'ndjson'
}

interface UsersQuery extends RangeQuery {
  readonly limit?: string
  readonly cursor?: string
}

/** The version that the client has cached, and the formats that it accepts. */
export interface Preferences {
  readonly ifNoneMatch: string | undefined
  readonly encoding: Encoding | undefined
}

export interface AnalyticsAnswer {
  readonly etag: string
  readonly mediaType: string
  /** `undefined` if the client already has this version. */
  readonly body: Buffer | Readable | undefined
  readonly encoding: Encoding | undefined
  /** The cursor of the next page, for formats that cannot contain it. */
  readonly nextCursor: string | null
}

interface Question {
  readonly organizationId: string
  readonly etag: string
  readonly version: number
  readonly format: RowFormat | undefined
  /** The last day with final numbers; later days may still change. */
  readonly completeThrough: string | null
}

function metaOf({ organizationId, completeThrough: day }: Question, { startDate, endDate }: DayRange): AnalyticsMeta {
  return { org_id: organizationId, start_date: startDate, end_date: endDate, complete_through: day }
}

interface Page {
  readonly rows: AsyncIterable<Piece>
  /** The approximate number of texts that contain the rows. */
  readonly texts: number
  readonly meta: object
  readonly nextCursor: string | null
}

interface Kept {
  readonly body: Buffer
  readonly nextCursor: string | null
}

/** The size of the cache of answers. Each answer is built and compressed once for several readers. */
const cacheBytes = 64 * 1024 * 1024

interface AnalyticsOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  readonly batch: Batch
  readonly deletions: Deletions
  /** Resolves when the generations of days include every stored event. */
  readonly settle: () => Promise<void>
  /** Makes days due, including days that the database does not know. */
  readonly reopenDays: (organizationId: string, days: ReadonlySet<string>) => Promise<unknown>
}

/** Serves the documents that the batch has stored. A request only reads and joins texts; it computes no sums. */
export function createAnalytics(options: AnalyticsOptions): Analytics {
  const { database, events, clock, batch, deletions, settle, reopenDays } = options
  const countEvents = createEventCount(database, events, settle)
  const loadVersion = sharedLoad((ids: readonly string[]) => documents.versions(database, ids))
  const cache = new BoundedCache<Kept>(cacheBytes)
  const making = new Map<string, Promise<Kept | undefined>>()

  const loadComplete = sharedLoad((ids: readonly string[]) => completeThrough(database, ids, clock.now()))

  async function versionOf(organizationId: string): Promise<number> {
    return (await loadVersion(organizationId)) ?? 0
  }

  async function answer(
    question: Question,
    preferences: Preferences,
    read: () => Promise<Page>,
  ): Promise<AnalyticsAnswer> {
    const { etag, format } = question
    const head = {
      etag,
      mediaType: format?.mediaType ?? 'application/json; charset=utf-8',
      encoding: preferences.encoding,
    }
    if (isKnown(preferences.ifNoneMatch, etag)) return { ...head, body: undefined, nextCursor: null }
    const key = `${etag} ${preferences.encoding ?? ''}`
    // Concurrent requests for the same answer wait for one computation.
    const kept = cache.get(key) ?? (await making.get(key))
    if (kept) return { ...head, ...kept }
    const made = Promise.withResolvers<Kept | undefined>()
    making.set(key, made.promise)
    try {
      const { body, nextCursor } = await make(question, preferences, read)
      if (Buffer.isBuffer(body)) made.resolve({ body, nextCursor })
      return { ...head, body, nextCursor }
    } finally {
      made.resolve(undefined)
      making.delete(key)
    }
  }

  async function make(
    { organizationId, version, etag, format }: Question,
    { encoding }: Preferences,
    read: () => Promise<Page>,
  ) {
    const { rows, texts, meta, nextCursor } = await read()
    const plain = await gather(format ? formatted(rows, format) : jsonEnvelope(rows, meta), texts)
    if (!Buffer.isBuffer(plain)) return { body: encoding ? compressStream(plain, encoding) : plain, nextCursor }
    const body = encoding ? await compress(plain, encoding) : plain
    // The answer is cached only if the version is unchanged: the batch may have written while the rows were read.
    if ((await versionOf(organizationId)) === version) {
      cache.set(`${etag} ${encoding ?? ''}`, { body, nextCursor }, body.length)
    }
    return { body, nextCursor }
  }

  async function questionOf(organizationId: string, row: TSchema, query: RangeQuery, rest: readonly unknown[]) {
    const [version, complete = null] = await Promise.all([versionOf(organizationId), loadComplete(organizationId)])
    const asked = [organizationId, query.startDate, query.endDate, query.format ?? 'json', complete, ...rest]
    const etag = etagOf(version, JSON.stringify(asked))
    return { organizationId, version, etag, format: formatOf(query.format, row), completeThrough: complete }
  }

  return {
    async days({ organizationId }, kind, query, preferences) {
      const range = parseRange(query, clock.now())
      const question = await questionOf(organizationId, rowSchemas[kind], query, [kind])
      return answer(question, preferences, async () => ({
        rows: dayDocuments(database, organizationId, kind, range),
        texts: dayCount(range),
        meta: metaOf(question, range),
        nextCursor: null,
      }))
    },

    async costs({ organizationId }, wanted, query, preferences) {
      const range = parseRange(query, clock.now())
      const kind = wanted.group ? (`costs_by_${wanted.group}` as const) : 'costs'
      const question = await questionOf(organizationId, rowSchemas[kind], query, [kind, wanted.filter])
      return answer(question, preferences, async () => ({
        rows: filteredCosts(database, organizationId, wanted, range),
        texts: dayCount(range),
        meta: metaOf(question, range),
        nextCursor: null,
      }))
    },

    async users({ organizationId }, query, preferences) {
      const range = parseRange(query, clock.now())
      const limit = query.limit === undefined ? pageSize.default : Number(query.limit)
      const after = query.cursor ?? ''
      const question = await questionOf(organizationId, UserRow, query, ['users', limit, after])
      return answer(question, preferences, async () => {
        const place = { after, from: range.startDate, to: range.endDate, limit: limit + 1 }
        const found = await documents.usersAfter(database, organizationId, place)
        const ids = found.slice(0, limit).map(({ user_id }) => user_id)
        const nextCursor = found.length > limit ? (ids.at(-1) ?? null) : null
        const meta = {
          ...metaOf(question, range),
          has_more: nextCursor !== null,
          next_cursor: nextCursor,
        }
        const texts = Math.ceil(ids.length / usersAtATime)
        return { rows: userDocuments(database, organizationId, ids, range), texts, meta, nextCursor }
      })
    },

    async status({ organizationId }) {
      const now = clock.now()
      const [states, totals, acceptedEvents] = await Promise.all([
        repository.states(database, organizationId, dayOf(now)),
        quality.totals(database, organizationId),
        countEvents(organizationId),
      ])
      return statusOf(states, totals, acceptedEvents, now)
    },

    ownUsage: createOwnUsage({ database, events, clock }),

    deleteEvents: (principal: Principal, query: DeletionQuery) => deletions.order(principal, query),

    async recompute({ organizationId }, query) {
      const { startDate, endDate } = parseRange(query, clock.now())
      const all = Array.from({ length: dayCount({ startDate, endDate }) }, (_, index) => addDays(startDate, index))
      await settle()
      const known = await daysBetween(database, organizationId, startDate, endDate)
      const stored = await events.countByDay(organizationId, all)
      const days = all.filter((day) => known.includes(day) || stored.has(day))
      await reopenDays(organizationId, new Set(days))
      return { days }
    },

    async refresh({ organizationId }, signal) {
      const { days, failed } = await batch.refresh(organizationId, signal)
      const computed = new Set(days)
      const states = await repository.states(database, organizationId, dayOf(clock.now()))
      const { completeThrough } = statusOf(states, [], 0, clock.now())
      return {
        computedDays: states.filter(({ day }) => computed.has(day)).flatMap(toComputed),
        failedDays: failed.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
        completeThrough,
      }
    },
  }
}

function formatOf(format: RangeQuery['format'], row: TSchema): RowFormat | undefined {
  if (format === 'csv') return csv(row)
  return format === 'ndjson' ? ndjson : undefined
}
