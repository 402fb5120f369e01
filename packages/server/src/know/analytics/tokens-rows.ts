import type { TokensByModelRow, TokensRow } from '@muster/contract/analytics'
import { compareBytes } from '../../ground/platform/byte-order.ts'
import type { DayTally } from './day-tally.ts'
import { byModel, mergeModelUse, modelTotal, useTotal } from './model-use.ts'

/** Totals are sums of the shown parts, so parts always add up to totals. */
export function tokensRows(day: string, { persons }: DayTally): { row: TokensRow; byModelRows: TokensByModelRow[] } {
  const use = mergeModelUse(persons.map(({ models }) => models))
  const total = useTotal(use)
  const byUser = persons
    .filter(({ models }) => models.size > 0)
    .map(({ id, email, models }) => ({
      user_id: id,
      user_email: email,
      billable_tokens: useTotal(models).billable,
      by_model: byModel(models),
    }))
  const byModelRows = [...use].map(([model, tiers]) => {
    const { billable, input, output } = modelTotal(tiers)
    return { date: day, group_key: model, billable_tokens: billable, input_tokens: input, output_tokens: output }
  })
  return {
    row: {
      date: day,
      billable_tokens: total.billable,
      input_tokens: total.input,
      output_tokens: total.output,
      cache_read_tokens: total.cacheRead,
      cache_write_tokens: total.cacheWrite,
      by_model: byModel(use),
      by_user: byUser.sort((a, b) => b.billable_tokens - a.billable_tokens || compareBytes(a.user_id, b.user_id)),
    },
    byModelRows: byModelRows.sort(
      (a, b) => b.billable_tokens - a.billable_tokens || compareBytes(a.group_key, b.group_key),
    ),
  }
}
