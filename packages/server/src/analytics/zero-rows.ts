import type { ActivityRow, ProductivityRow, TokensRow, ToolsRow } from '@muster/contract/analytics'
import { computeActivity } from './activity-rows.ts'
import { computeDay } from './day-rows.ts'

export interface ZeroRows {
  readonly tokens: TokensRow
  readonly tools: ToolsRow
  readonly productivity: ProductivityRow
  readonly activity: ActivityRow
}

/** The rows of a day that nobody did anything on, nor in the 29 days before it. There are no grouped or user rows. */
export function zeroRows(day: string): ZeroRows {
  const { tokens, tools, productivity, active, counts } = computeDay({ day, facts: [], people: nobody })
  return { tokens, tools, productivity, activity: computeActivity({ day, counts, window: [{ day, active }] }).activity }
}

function nobody(user: string): never {
  throw new Error(`Nobody was there, yet ${user} was asked for.`)
}
