import type { ModelPrice } from '@muster/contract/prices/price'
import type { CallSums } from '../ledger/ledger.ts'
import { type Money, Purse } from './money.ts'

export interface TokenSums {
  readonly calls: number
  /** Excludes cached tokens. */
  readonly inputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** Includes reasoning. */
  readonly outputTokens: number
  readonly reasoningTokens: number
  /** Tokens without a reported cost and without a price. No cost includes them. */
  readonly unpricedTokens: number
  readonly cost: Money | null
}

/** Sums over a group of calls. */
export class Tally {
  calls = 0
  input = 0
  cacheRead = 0
  cacheWrite = 0
  output = 0
  reasoning = 0
  readonly purse = new Purse()

  add(sums: CallSums, price: ModelPrice | undefined): void {
    this.calls += sums.calls
    this.input += sums.input
    this.cacheRead += sums.cacheRead
    this.cacheWrite += sums.cacheWrite + sums.cacheWriteHour
    this.output += sums.output
    this.reasoning += sums.reasoning
    this.purse.add(sums, price)
  }

  addAll(other: Tally): void {
    this.calls += other.calls
    this.input += other.input
    this.cacheRead += other.cacheRead
    this.cacheWrite += other.cacheWrite
    this.output += other.output
    this.reasoning += other.reasoning
    this.purse.addAll(other.purse)
  }

  get sums(): TokenSums {
    return {
      calls: this.calls,
      inputTokens: this.input,
      cacheReadTokens: this.cacheRead,
      cacheWriteTokens: this.cacheWrite,
      outputTokens: this.output,
      reasoningTokens: this.reasoning,
      unpricedTokens: this.purse.unpricedTokens,
      cost: this.purse.money,
    }
  }
}
