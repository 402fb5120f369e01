import { type Static, Type } from 'typebox'
import { Day } from '../analytics.ts'
import { closed, text } from '../schema.ts'

/** Dollars for a million tokens. Six decimals are kept; the cheapest price that any provider asks has six. */
const Amount = Type.Number({
  minimum: 0,
  maximum: 100_000,
  hint: 'the US dollars for a million tokens: a number from 0 to 100000',
})

const amounts = {
  /** For tokens that were neither read from a cache nor written to one. */
  input: Amount,
  output: Amount,
  cacheRead: Type.Optional(Amount),
  /** For tokens that are kept for five minutes, and for those whose time nobody reports. */
  cacheWrite: Type.Optional(Amount),
  cacheWriteHour: Type.Optional(Amount),
}

/** The price of calls that read more than `above` tokens. It applies to the whole call. */
const LongPrice = closed({ above: Type.Integer({ minimum: 1, maximum: 100_000_000 }), ...amounts })
export type LongPrice = Static<typeof LongPrice>

/** What a model costs in a span of days. A kind of tokens without a price here is unpriced. */
export const ModelPrice = closed({
  model: text(1, 200),
  from: Day,
  /** The last day, included. Without one, the price still holds. */
  to: Type.Optional(Day),
  ...amounts,
  long: Type.Optional(Type.Array(LongPrice, { maxItems: 10 })),
})
export type ModelPrice = Static<typeof ModelPrice>
