import type { ModelPrice } from './price.ts'
import { amountsFor } from './price-list.ts'
import { type TokenKind, tokenKinds } from './token-kinds.ts'

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
  let picos = 0
  let unpricedTokens = 0
  for (const kind of tokenKinds) {
    const amount = amounts[kind]
    if (amount === undefined) unpricedTokens += tokens[kind]
    else picos += tokens[kind] * picosOf(amount)
  }
  if (picos > Number.MAX_SAFE_INTEGER) return { nanos: (exactPicos(amounts, tokens) + 500n) / 1000n, unpricedTokens }
  const half = picos + 500
  return { nanos: BigInt((half - (half % 1000)) / 1000), unpricedTokens }
}

/** What one token costs, by the dollars that a million cost, in millionths of a millionth of a dollar. */
function picosOf(amount: number): number {
  return Math.round(amount * 1_000_000)
}

/** Numbers are several times as quick, and exact up to 9,007 dollars; this is for calls that cost more. */
function exactPicos(amounts: ReturnType<typeof amountsFor>, tokens: TokenCounts): bigint {
  return tokenKinds.reduce((sum, kind) => sum + BigInt(tokens[kind]) * BigInt(picosOf(amounts[kind] ?? 0)), 0n)
}
