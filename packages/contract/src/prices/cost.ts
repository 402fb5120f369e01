import { type ModelPrice, type TokenKind, tokenKinds } from './price.ts'
import { amountsFor } from './price-list.ts'

export type TokenCounts = Readonly<Record<TokenKind, number>>

export interface Cost {
  /** In billionths of a dollar, rounded to a whole number. */
  readonly nanos: bigint
  /** Tokens of kinds that the price says nothing of. */
  readonly unpricedTokens: number
}

/** How many of the unit that money is added up in are one dollar. */
export const nanosOfDollar = 1_000_000_000

/**
 * What tokens cost that were billed alike: those of one call, or of several calls of which each read about
 * `inputTokensOfCall`. Amounts have at most six decimals, so a token costs a whole number of millionths of a millionth of a
 * dollar, and nothing is lost before the one rounding at the end.
 */
export function costOf(price: ModelPrice, tokens: TokenCounts, inputTokensOfCall: number): Cost {
  const amounts = amountsFor(price, inputTokensOfCall)
  let picos = 0n
  let unpricedTokens = 0
  for (const kind of tokenKinds) {
    const amount = amounts[kind]
    if (amount === undefined) unpricedTokens += tokens[kind]
    else picos += BigInt(tokens[kind]) * BigInt(Math.round(amount * 1_000_000))
  }
  return { nanos: (picos + 500n) / 1000n, unpricedTokens }
}
