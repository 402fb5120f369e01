import type {
  ProductivityRow,
  TokensByModelRow,
  TokensRow,
  ToolsByNameRow,
  ToolsRow,
  UserRow,
} from '@muster/contract/analytics'
import type { People } from '../../govern/people/people.ts'
import type { DayFact } from '../events/fact-shape.ts'
import type { SessionHistory } from '../events/session-history.ts'
import { type ActiveUser, activeUsers, type DayCounts, dayCounts } from './activity-rows.ts'
import { most } from './counts.ts'
import { createTally, type DayTally } from './day-tally.ts'
import { productivityRow } from './productivity-row.ts'
import { tokensRows } from './tokens-rows.ts'
import { toolsRows } from './tools-rows.ts'
import { userRows } from './user-rows.ts'

interface DayRows {
  readonly tokens: TokensRow
  readonly tokensByModel: TokensByModelRow[]
  readonly tools: ToolsRow
  readonly toolsByName: ToolsByNameRow[]
  readonly productivity: ProductivityRow
  readonly users: UserRow[]
  /** Together with `counts`, the input of `computeActivity` for the day; small enough to store beside the rows. */
  readonly active: ActiveUser[]
  readonly counts: DayCounts
}

/**
 * All rows of a day, from its facts and the history of its sessions. Equal facts, in any order and from any store, give
 * equal bytes: integers are added first, everything is sorted by count and then by bytes, and fractions are computed
 * last and not rounded.
 */
export function computeDay({ day, facts, people, history }: DayInput): DayRows {
  const tally = createTally(people, day, history)
  for (const fact of facts) tally.add(fact)
  return rowsOf(day, tally.finish())
}

interface DayInput {
  readonly day: string
  readonly facts: Iterable<DayFact>
  readonly people: People
  /** Earlier starts and calls in sessions of the day. */
  readonly history?: SessionHistory | undefined
}

export function rowsOf(day: string, tally: DayTally): DayRows {
  const tokens = tokensRows(day, tally)
  const tools = toolsRows(day, tally)
  return {
    tokens: tokens.row,
    tokensByModel: tokens.byModelRows,
    tools: tools.row,
    toolsByName: tools.byNameRows,
    productivity: productivityRow(day, tally),
    users: userRows(day, tally),
    active: activeUsers(tally),
    counts: dayCounts(tally),
  }
}

/** Whether a number of the day reached the largest that can be shown. */
export function isSaturated(rows: unknown): boolean {
  if (typeof rows === 'number') return rows === most
  if (typeof rows !== 'object' || rows === null) return false
  return (Array.isArray(rows) ? rows : Object.values(rows)).some(isSaturated)
}
