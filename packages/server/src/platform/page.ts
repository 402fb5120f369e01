import { type Pagination, pageSize } from '@muster/contract/pagination'
import { decodeCursor, encodeCursor, type Position } from './cursor.ts'

export interface PageQuery {
  readonly limit?: string
  readonly cursor?: string
}

export interface PageRequest {
  readonly limit: number
  /** The row after which the page begins; `undefined` for the first page. */
  readonly after: Position | undefined
}

/** `isPosition` tells whether the list has such positions at all: whoever knows the checksum can make up a cursor. */
export function parsePage(
  list: string,
  query: PageQuery,
  isPosition: (position: Position) => boolean = () => true,
): PageRequest {
  return {
    limit: query.limit === undefined ? pageSize.default : Number(query.limit),
    after: query.cursor === undefined ? undefined : decodeCursor(list, query.cursor, isPosition),
  }
}

/** Takes the `limit + 1` rows that a repository read, and tells from the extra one whether there are more. */
export function toPage<Row>(
  list: string,
  limit: number,
  rows: readonly Row[],
  positionOf: (row: Row) => Position,
): { rows: readonly Row[]; pagination: Pagination } {
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return { rows, pagination: { hasMore: false, nextCursor: null } }
  return {
    rows: rows.slice(0, limit),
    pagination: { hasMore: true, nextCursor: encodeCursor(list, positionOf(last)) },
  }
}
