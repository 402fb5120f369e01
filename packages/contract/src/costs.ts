import { type Static, Type } from 'typebox'
import { Day } from './analytics.ts'
import { nullable } from './schema.ts'

const Money = nullable(Type.Number())

/** Amounts are in dollars. An amount that nobody reported and that cannot be estimated is null, never 0. */
const money = {
  cost: Money,
  reported_cost: Money,
  estimated_cost: Money,
  model_calls: Type.Number(),
  unpriced_tokens: Type.Number(),
  /** The first day on which the prices of the estimate hold; if there are several, the newest. */
  prices_of: nullable(Day),
}

const currency = Type.Literal('USD')

/** Costs reported in currencies other than dollars. They are not converted and are part of no other number. */
const OtherCurrencies = Type.Array(Type.Object({ currency: Type.String(), cost: Type.Number() }))

const PriceSource = Type.Enum(['shipped', 'organization'])

export const ModelCost = Type.Object({ model_id: Type.String(), ...money, price_source: nullable(PriceSource) })
export type ModelCost = Static<typeof ModelCost>

export const CostsRow = Type.Object({
  date: Day,
  currency,
  ...money,
  other_currencies: OtherCurrencies,
  by_model: Type.Array(ModelCost),
})
export type CostsRow = Static<typeof CostsRow>

export const CostsGroupRow = Type.Object({
  date: Day,
  group_key: Type.String(),
  currency,
  ...money,
  other_currencies: OtherCurrencies,
})
export type CostsGroupRow = Static<typeof CostsGroupRow>

export const CostsByUserRow = Type.Object({
  date: Day,
  group_key: Type.String(),
  user_email: nullable(Type.String()),
  currency,
  ...money,
  other_currencies: OtherCurrencies,
})
export type CostsByUserRow = Static<typeof CostsByUserRow>

export const costGroups = ['model', 'user', 'team', 'agent', 'repository'] as const
export type CostGroup = (typeof costGroups)[number]

/** `team:Web`: only what is counted under this key in the rows of that group. */
export const CostFilter = Type.String({
  pattern: `^(${costGroups.join('|')}):.`,
  maxLength: 600,
  hint: `a group and one of its keys, such as team:Web; the groups are ${costGroups.join(', ')}`,
})
