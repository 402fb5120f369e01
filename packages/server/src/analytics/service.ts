import type { Readable } from 'node:stream'
import {
  ActivityByClientRow,
  ActivityRow,
  ProductivityRow,
  TokensByModelRow,
  TokensRow,
  ToolsByNameRow,
  ToolsRow,
  UserRow,
} from '@muster/contract/analytics'
import { pageSize } from '@muster/contract/pagination'
import type { TSchema } from 'typebox'
import type { Database } from '../database/database.ts'
import type { Principal } from '../organizations/principal.ts'
import { BoundedCache } from '../platform/bounded-cache.ts'
import type { Clock } from '../platform/clock.ts'
import { sharedLoad } from '../platform/shared-load.ts'
import { type Chunks, etagOf, formatted, gather, isKnown, jsonEnvelope } from './answer.ts'
import { csv, ndjson, type RowFormat } from './csv.ts'
import { type DayRange, parseRange } from './dates.ts'
import { dayDocuments, userDocuments } from './documents.ts'
import * as repository from './repository.ts'

export type Analytics = ReturnType<typeof createAnalytics>

export interface RangeQuery extends DayRange {
  readonly format?: 'json' | 'csv' | 'ndjson'
}

export interface AnalyticsAnswer {
  readonly etag: string
  /** `undefined`: the caller has it already. */
  readonly body: Buffer | Readable | undefined
  readonly mediaType: string
  /** Where the next page is, for formats without an envelope. */
  readonly nextCursor?: string | null
}

const rowsOf: Record<repository.DocumentKind, TSchema> = {
  tokens: TokensRow,
  tokens_by_model: TokensByModelRow,
  tools: ToolsRow,
  tools_by_name: ToolsByNameRow,
  activity: ActivityRow,
  activity_by_client: ActivityByClientRow,
  productivity: ProductivityRow,
}

/** Answers that several readers ask for are put together once. */
const cacheBytes = 64 * 1024 * 1024

const json = 'application/json; charset=utf-8'

/** Serves what the batch has stored. A request reads and joins texts; it never adds anything up. */
export function createAnalytics({ database, clock }: { database: Database; clock: Clock }) {
  const findVersion = sharedLoad((ids: readonly string[]) => repository.versions(database, ids))
  const cache = new BoundedCache<Buffer>(cacheBytes)

  return {
    async days(
      { organizationId }: Principal,
      kind: repository.DocumentKind,
      query: RangeQuery,
      ifNoneMatch: string | undefined,
    ): Promise<AnalyticsAnswer> {
      const range = parseRange(query, clock.now())
      const question = JSON.stringify([organizationId, kind, range.startDate, range.endDate, query.format ?? 'json'])
      const format = formatOf(query.format, rowsOf[kind])
      const version = (await findVersion(organizationId)) ?? 0
      const etag = etagOf(version, question)
      const mediaType = format?.mediaType ?? json
      if (isKnown(ifNoneMatch, etag)) return { etag, body: undefined, mediaType }
      const kept = cache.get(etag)
      if (kept) return { etag, body: kept, mediaType }
      const rows = dayDocuments(database, organizationId, kind, range)
      const meta = { org_id: organizationId, start_date: range.startDate, end_date: range.endDate }
      const body = await gather(format ? formatted(rows, format) : jsonEnvelope(rows, meta))
      await keep(organizationId, version, etag, body)
      return { etag, body, mediaType }
    },

    async users(
      { organizationId }: Principal,
      query: RangeQuery & { limit?: string; cursor?: string },
      ifNoneMatch: string | undefined,
    ): Promise<AnalyticsAnswer> {
      const range = parseRange(query, clock.now())
      const limit = query.limit === undefined ? pageSize.default : Number(query.limit)
      const format = formatOf(query.format, UserRow)
      const mediaType = format?.mediaType ?? json
      const question = JSON.stringify([
        organizationId,
        'users',
        range,
        limit,
        query.cursor ?? '',
        query.format ?? 'json',
      ])
      const version = (await findVersion(organizationId)) ?? 0
      const etag = etagOf(version, question)
      if (isKnown(ifNoneMatch, etag)) return { etag, body: undefined, mediaType }
      const found = await repository.usersAfter(database, organizationId, {
        after: query.cursor ?? '',
        from: range.startDate,
        to: range.endDate,
        limit: limit + 1,
      })
      const hasMore = found.length > limit
      const ids = found.slice(0, limit).map(({ user_id }) => user_id)
      const nextCursor = hasMore ? (ids.at(-1) ?? null) : null
      const rows: Chunks = userDocuments(database, organizationId, ids, range)
      const meta = {
        org_id: organizationId,
        start_date: range.startDate,
        end_date: range.endDate,
        has_more: hasMore,
        next_cursor: nextCursor,
      }
      const body = await gather(format ? formatted(rows, format) : jsonEnvelope(rows, meta))
      return { etag, body, mediaType, nextCursor }
    },
  }

  /** Only what is sure to be of this version: the batch may have written while the rows were read. */
  async function keep(organizationId: string, version: number, etag: string, body: Buffer | Readable): Promise<void> {
    if (!Buffer.isBuffer(body)) return
    if (((await findVersion(organizationId)) ?? 0) === version) cache.set(etag, body, body.length)
  }
}

function formatOf(format: RangeQuery['format'], row: TSchema): RowFormat | undefined {
  if (format === 'csv') return csv(row)
  return format === 'ndjson' ? ndjson : undefined
}
