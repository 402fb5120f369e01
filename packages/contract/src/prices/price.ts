import { type Static, Type } from 'typebox'
import { Day } from '../analytics.ts'
import { closed, text } from '../schema.ts'

/** Dollars per million tokens, with six decimals; the cheapest price of any provider has six. */
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
  /** For tokens cached for five minutes, and for those whose cache duration is not reported. */
  cacheWrite: Type.Optional(Amount),
  cacheWriteHour: Type.Optional(Amount),
}

/** The price of calls that read more than `above` tokens. It applies to the whole call. */
const LongPrice = closed({ above: Type.Integer({ minimum: 1, maximum: 100_000_000 }), ...amounts })
export type LongPrice = Static<typeof LongPrice>

/** The price of a model for a range of days. A kind of tokens without a price here is unpriced. */
export const ModelPrice = closed({
  model: text(1, 200),
  from: Day,
  /** The last day, inclusive. If absent, the price is current. */
  to: Type.Optional(Day),
  ...amounts,
  long: Type.Optional(Type.Array(LongPrice, { maxItems: 10 })),
})
export type ModelPrice = Static<typeof ModelPrice>
