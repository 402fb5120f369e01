import type { ModelPrice } from './price.ts'
import { amountsFor } from './price-list.ts'
import { type TokenKind, tokenKinds } from './token-kinds.ts'

export type TokenCounts = Readonly<Record<TokenKind, number>>

export interface Cost {
  /** In billionths of a dollar, rounded to a whole number. */
  readonly nanos: bigint
  /** Tokens of kinds without a price. */
  readonly unpricedTokens: number
}

/** Money is added up in billionths of a dollar. */
export const nanosOfDollar = 1_000_000_000

/**
 * The cost of tokens that are billed alike: those of one call, or of several calls that each read about
 * `inputTokensOfCall` tokens. Prices per million tokens have at most six decimals, so one token costs a whole number of
 * picodollars. Only the last step rounds.
 */
export function costOf(price: ModelPrice, tokens: TokenCounts, inputTokensOfCall: number): Cost {
  const { nanos, unpricedTokens } = quickCostOf(price, tokens, inputTokensOfCall)
  if (Number.isSafeInteger(nanos)) return { nanos: BigInt(nanos), unpricedTokens }
  const amounts = amountsFor(price, inputTokensOfCall)
  return { nanos: (exactPicos(amounts, tokens) + 500n) / 1000n, unpricedTokens }
}

/** The same with floating-point numbers, several times as fast. `nanos` is NaN for costs above 9,007 dollars. */
function quickCostOf(
  price: ModelPrice,
  tokens: TokenCounts,
  inputTokensOfCall: number,
): { readonly nanos: number; readonly unpricedTokens: number } {
  const amounts = amountsFor(price, inputTokensOfCall)
  let picos = 0
  let unpricedTokens = 0
  // An iterator would allocate objects, and this code runs for every fact of a day.
  for (let number = 0; number < tokenKinds.length; number += 1) {
    const kind = tokenKinds[number] as TokenKind
    const amount = amounts[kind]
    if (amount === undefined) unpricedTokens += tokens[kind]
    else picos += tokens[kind] * picosOf(amount)
  }
  const half = picos + 500
  return { nanos: Number.isSafeInteger(half) ? (half - (half % 1000)) / 1000 : Number.NaN, unpricedTokens }
}

/** The price of one token in picodollars, from dollars per million tokens. */
function picosOf(amount: number): number {
  return Math.round(amount * 1_000_000)
}

function exactPicos(amounts: ReturnType<typeof amountsFor>, tokens: TokenCounts): bigint {
  return tokenKinds.reduce((sum, kind) => sum + BigInt(tokens[kind]) * BigInt(picosOf(amounts[kind] ?? 0)), 0n)
}
