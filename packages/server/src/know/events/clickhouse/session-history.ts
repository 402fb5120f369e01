import { dayMs, dayOf } from '../../../ground/platform/days.ts'
import type { HistoryPieces } from '../facts.ts'
import type { AnswerKinds, Row } from '../queries.ts'
import {
  firstFollowedDay,
  lastFollowingDay,
  laterDaysQuery,
  startKinds,
  startsQuery,
  tellSeveralLevels,
  toStart,
  toUnleveled,
  unleveledKinds,
  unleveledQuery,
} from '../session-history.ts'
import { literal } from './literal.ts'
import { readRows } from './row-binary.ts'

interface Reader {
  readonly table: string
  request(sql: string): Promise<Uint8Array>
  query<T>(sql: string, kinds: AnswerKinds, toValue: (row: Row) => T): Promise<T[]>
  /** Reads from a source that contains each of the day's events once. */
  readDay<T>(organizationId: string, day: string, read: (source: string) => Promise<T>): Promise<T>
}

/** The history of sessions over days in a ClickHouse store. Repeated starts do not change the result. */
export function createSessionHistory({ table, request, query, readDay }: Reader) {
  return {
    async sessionHistory(organizationId: string, day: string): Promise<HistoryPieces> {
      const where = [literal(organizationId), literal(day), literal(firstFollowedDay(day))] as const
      const answer = await request(`${startsQuery(table, ...where, 'global in')} format RowBinary`)
      const found = { format: 'row binary', starts: [answer] } as const
      if (!tellSeveralLevels(readRows(answer, startKinds, toStart))) return { ...found, calls: [] }
      const calls = await readDay(organizationId, day, (source) => {
        const sql = unleveledQuery({ source, all: table }, ...where, 'global in')
        return query(`${sql} format RowBinary`, unleveledKinds, toUnleveled)
      })
      return { ...found, calls }
    },

    async daysOfSessions(organizationId: string, day: string): Promise<string[]> {
      const range = { day: literal(day), last: literal(lastFollowingDay(day)) }
      const days = laterDaysQuery(table, literal(organizationId), range, 'global in')
      const sql = `select toUInt16("day") * 1e0 as number from (${days}) order by number format RowBinary`
      return query(sql, ['number'], (row) => dayOf(row.number(0) * dayMs))
    },
  }
}
