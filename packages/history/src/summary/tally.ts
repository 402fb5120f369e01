import type { PriceList } from '@muster/contract/prices/price-list'
import { type Money, type Paid, Purse } from './money.ts'

export interface TokenSums {
  readonly calls: number
  /** Without cache. */
  readonly inputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** Reasoning included. */
  readonly outputTokens: number
  readonly reasoningTokens: number
  /** Tokens that nobody reported a cost for and that have no price. They are in no cost. */
  readonly unpricedTokens: number
  readonly cost: Money | null
}

/** Sums of calls that belong together. */
export class Tally {
  calls = 0
  input = 0
  cacheRead = 0
  cacheWrite = 0
  output = 0
  reasoning = 0
  readonly purse = new Purse()

  add(call: Paid, day: string, prices: PriceList): void {
    const { tokens } = call
    this.calls += 1
    this.input += tokens.input
    this.cacheRead += tokens.cacheRead
    this.cacheWrite += tokens.cacheWrite + tokens.cacheWriteHour
    this.output += tokens.output
    this.reasoning += tokens.reasoning
    this.purse.add(call, day, prices)
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
