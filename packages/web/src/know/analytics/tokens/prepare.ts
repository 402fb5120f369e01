import type { TokensRow } from '@muster/contract/analytics'
import { tableOfDays } from '../../../charts/data-table.ts'
import { plainColor, type Series } from '../../../charts/series.ts'
import { stackOf, totalsOf } from '../../../charts/stacks.ts'
import { type Before, daysBefore, sumOf, totalOf } from '../sums.ts'

/** Merges models with and without thinking, because the price of a token does not depend on it. */
function byModel({ by_model }: TokensRow) {
  return by_model.map(({ model_id, billable_tokens }) => [model_id, billable_tokens] as const)
}

export function prepareTokens(rows: readonly TokensRow[], before: Before<TokensRow> | undefined) {
  const days = rows.map(({ date }) => date)
  const models = stackOf(rows.map(byModel))
  const kinds: Series[] = [
    { key: 'fresh', label: 'Input, not cached', values: rows.map((row) => row.input_tokens - row.cache_read_tokens) },
    { key: 'cached', label: 'Input, from the cache', values: rows.map((row) => row.cache_read_tokens) },
    { key: 'output', label: 'Output', values: rows.map((row) => row.output_tokens) },
  ].map((series, index) => ({ ...series, color: plainColor(index) }))
  const input = sumOf(rows, (row) => row.input_tokens)
  const people = totalsOf(
    rows.map(({ by_user }) => by_user.map((user) => [user.user_id, user.billable_tokens] as const)),
  )
  const emails = new Map(rows.flatMap(({ by_user }) => by_user.map((user) => [user.user_id, user.user_email] as const)))
  return {
    days,
    billable: totalOf(rows, before, (row) => row.billable_tokens),
    input: totalOf(rows, before, (row) => row.input_tokens),
    output: totalOf(rows, before, (row) => row.output_tokens),
    /** The share of input tokens that came from the cache. */
    cacheShare: input === 0 ? 0 : sumOf(rows, (row) => row.cache_read_tokens) / input,
    previous: daysBefore(rows, before, (row) => row.billable_tokens),
    models,
    modelsTable: tableOfDays(days, models, true),
    kinds,
    kindsTable: tableOfDays(days, kinds, true),
    modelTotals: totalsOf(rows.map(byModel)),
    people,
    nameOf: (id: string) => emails.get(id) ?? id,
  }
}

export type TokensView = ReturnType<typeof prepareTokens>
