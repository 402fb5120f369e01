import { dayMs, dayOf } from '../../platform/days.ts'
import type { AnswerKinds, Row } from '../queries.ts'
import {
  firstFollowedDay,
  lastFollowingDay,
  laterDaysQuery,
  type SessionHistory,
  startKinds,
  startsQuery,
  tellSeveralLevels,
  toStart,
  toUnleveled,
  unleveledKinds,
  unleveledQuery,
} from '../session-history.ts'
import { literal } from './literal.ts'

interface Reader {
  readonly table: string
  query<T>(sql: string, kinds: AnswerKinds, toValue: (row: Row) => T): Promise<T[]>
  /** Reads from a source that has each of the day's events once. */
  readDay<T>(organizationId: string, day: string, read: (source: string) => Promise<T>): Promise<T>
}

/** The history of sessions over days in a ClickHouse store. Repeated starts do not change the result. */
export function createSessionHistory({ table, query, readDay }: Reader) {
  return {
    async sessionHistory(organizationId: string, day: string): Promise<SessionHistory> {
      const where = [literal(organizationId), literal(day), literal(firstFollowedDay(day))] as const
      const starts = await query(`${startsQuery(table, ...where, 'global in')} format RowBinary`, startKinds, toStart)
      if (!tellSeveralLevels(starts)) return { starts, calls: [] }
      const calls = await readDay(organizationId, day, (source) => {
        const sql = unleveledQuery({ source, all: table }, ...where, 'global in')
        return query(`${sql} format RowBinary`, unleveledKinds, toUnleveled)
      })
      return { starts, calls }
    },

    async daysOfSessions(organizationId: string, day: string): Promise<string[]> {
      const range = { day: literal(day), last: literal(lastFollowingDay(day)) }
      const days = laterDaysQuery(table, literal(organizationId), range, 'global in')
      const sql = `select toUInt16("day") * 1e0 as number from (${days}) order by number format RowBinary`
      return query(sql, ['number'], (row) => dayOf(row.number(0) * dayMs))
    },
  }
}
