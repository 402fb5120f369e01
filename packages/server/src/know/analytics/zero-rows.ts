import type { ActivityRow, ProductivityRow, TokensRow, ToolsRow } from '@muster/contract/analytics'
import type { CostsRow } from '@muster/contract/costs'
import { createPriceList } from '@muster/contract/prices/price-list'
import type { WorkRow } from '@muster/contract/work'
import { computeActivity } from './activity-rows.ts'
import { computeDay } from './day-rows.ts'
import { createWorkTally } from './work/work-tally.ts'

export interface ZeroRows {
  readonly tokens: TokensRow
  readonly tools: ToolsRow
  readonly productivity: ProductivityRow
  readonly activity: ActivityRow
  readonly costs: CostsRow
  readonly work: WorkRow
}

/** The rows of a day without any activity on it or in the 29 days before it. There are no grouped or user rows. */
export function zeroRows(day: string): ZeroRows {
  const { tokens, tools, productivity, active, counts } = computeDay({ day, facts: [], people: nobody })
  const { costs, work } = createWorkTally({ day, members: [], prices: createPriceList() }).finish()
  const { activity } = computeActivity({ day, counts, window: [{ day, active }] })
  return { tokens, tools, productivity, activity, costs: costs.row, work: work.row }
}

function nobody(user: string): never {
  throw new Error(`Nobody was there, yet ${user} was asked for.`)
}
