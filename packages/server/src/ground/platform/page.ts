import { type Pagination, pageSize } from '@muster/contract/pagination'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Keyset } from './keyset.ts'

export interface PageQuery {
  readonly limit?: string
  readonly cursor?: string
}

export interface PageRequest<Position> {
  readonly limit: number
  /** The position after which the page begins. */
  readonly after: Position
}

export function parsePage<Position extends readonly (string | number)[]>(
  list: string,
  query: PageQuery,
  keyset: Keyset<Position>,
): PageRequest<Position> {
  return {
    limit: query.limit === undefined ? pageSize.default : Number(query.limit),
    after: query.cursor === undefined ? keyset.start : decodeCursor(list, query.cursor, keyset),
  }
}

/** Takes the `limit + 1` rows that a repository has read. The extra row shows that there are more. */
export function toPage<Row>(
  list: string,
  limit: number,
  rows: readonly Row[],
  positionOf: (row: Row) => readonly (string | number)[],
): { rows: readonly Row[]; pagination: Pagination } {
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return { rows, pagination: { hasMore: false, nextCursor: null } }
  return {
    rows: rows.slice(0, limit),
    pagination: { hasMore: true, nextCursor: encodeCursor(list, positionOf(last)) },
  }
}
