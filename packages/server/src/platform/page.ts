import { type Pagination, pageSize } from '@muster/contract/pagination'
import { decodeCursor, encodeCursor, type Position } from './cursor.ts'
import { isUuid } from './ids.ts'

export interface PageQuery {
  readonly limit?: string
  readonly cursor?: string
}

export interface PageRequest {
  readonly limit: number
  /** The row after which the page begins; `undefined` for the first page. */
  readonly after: Position | undefined
}

/** `kind` is what the positions of the list are: whoever knows the checksum could make up a cursor. */
export function parsePage(list: string, query: PageQuery, kind: keyof typeof positions): PageRequest {
  return {
    limit: query.limit === undefined ? pageSize.default : Number(query.limit),
    after: query.cursor === undefined ? undefined : decodeCursor(list, query.cursor, positions[kind]),
  }
}

/** Anything else would be refused by the database, with an error of its own. */
const positions = {
  timeAndUuid: ([time, id]: Position) => Number.isSafeInteger(time) && typeof id === 'string' && isUuid(id),
  timeAndText: ([time, id]: Position) => Number.isSafeInteger(time) && typeof id === 'string',
  /** A `bigint` column. */
  number: ([number]: Position) => Number.isSafeInteger(number),
  /** An `integer` column, which ends far below what a cursor could hold. */
  smallNumber: ([number]: Position) => Number.isInteger(number) && Math.abs(Number(number)) < 2 ** 31,
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
