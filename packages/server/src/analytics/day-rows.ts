import type {
  ProductivityRow,
  TokensByModelRow,
  TokensRow,
  ToolsByNameRow,
  ToolsRow,
  UserRow,
} from '@muster/contract/analytics'
import type { Fact } from '../events/usage-event.ts'
import { type ActiveUser, activeUsers, type DayCounts, dayCounts } from './activity-rows.ts'
import { tallyDay } from './day-tally.ts'
import type { People } from './person-day.ts'
import { productivityRow } from './productivity-row.ts'
import { tokensRows } from './tokens-rows.ts'
import { toolsRows } from './tools-rows.ts'
import { userRows } from './user-rows.ts'

export interface DayRows {
  readonly tokens: TokensRow
  readonly tokensByModel: TokensByModelRow[]
  readonly tools: ToolsRow
  readonly toolsByName: ToolsByNameRow[]
  readonly productivity: ProductivityRow
  readonly users: UserRow[]
  /** With `counts`, what `computeActivity` needs of this day; small enough to keep beside the rows. */
  readonly active: ActiveUser[]
  readonly counts: DayCounts
}

/**
 * Everything that can be said of a day from its facts alone. The same facts, in any order and from any store, give the
 * same rows down to the order of their fields: whole numbers are added first, everything is sorted by count and then
 * by bytes, and fractions are computed last and left unrounded. Whole numbers are exact below 2⁵³.
 */
export function computeDay(input: DayInput): DayRows {
  const steps = computeDayInSteps(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

export interface DayInput {
  readonly day: string
  readonly facts: readonly Fact[]
  readonly people: People
}

/** The same with halts in between, none of which comes more than some ten milliseconds after the last. */
export function* computeDayInSteps({ day, facts, people }: DayInput): Generator<void, DayRows> {
  const tally = yield* tallyDay(facts, people)
  yield
  const tokens = tokensRows(day, tally)
  yield
  const tools = toolsRows(day, tally)
  yield
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
