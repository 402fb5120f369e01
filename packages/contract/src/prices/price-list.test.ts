import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOf } from './cost.ts'
import type { ModelPrice } from './price.ts'
import { amountsFor, createPriceList } from './price-list.ts'
import type { TokenKind } from './token-kinds.ts'

const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 }

function priceOf(model: string, day: string, kind: TokenKind, inputTokens = 0): number | undefined {
  const found = createPriceList().find(model, day)
  return found && amountsFor(found.price, inputTokens)[kind]
}

describe('a list price', () => {
  it('knows a model in every spelling of its name', () => {
    expect(priceOf('us.anthropic.claude-opus-4-5-20251101-v1:0', '2026-03-01', 'input')).toBe(5)
    expect(priceOf('claude-opus-4-5', '2026-03-01', 'cacheWriteHour')).toBe(10)
  })

  it('has no price before the model had one, for an unknown model, or for a kind that nobody has priced', () => {
    expect(priceOf('claude-opus-4-5', '2025-11-23', 'input')).toBeUndefined()
    expect(priceOf('house-coder', '2026-03-01', 'input')).toBeUndefined()
    expect(priceOf('gpt-5', '2026-03-01', 'cacheWrite')).toBeUndefined()
  })

  it('takes the price of the day', () => {
    expect(priceOf('claude-opus-4-6', '2026-03-12', 'output', 200_001)).toBe(37.5)
    expect(priceOf('claude-opus-4-6', '2026-03-13', 'output', 200_001)).toBe(25)
  })

  it('takes the price of long prompts only above their length', () => {
    expect(priceOf('qwen3-coder-plus', '2026-03-01', 'input', 32_000)).toBe(1)
    expect(priceOf('qwen3-coder-plus', '2026-03-01', 'input', 32_001)).toBe(1.8)
    expect(priceOf('qwen3-coder-plus', '2026-03-01', 'input', 900_000)).toBe(6)
  })
})

describe('the prices of an organization', () => {
  const own: ModelPrice[] = [
    { model: 'anthropic/claude-opus-4.5', from: '2026-02-01', to: '2026-02-28', input: 4, output: 20 },
  ]

  it('replace the list prices as a whole on their days', () => {
    const prices = createPriceList(own)
    expect(prices.find('claude-opus-4-5', '2026-01-31')).toMatchObject({ source: 'shipped', price: { input: 5 } })
    expect(prices.find('claude-opus-4-5', '2026-02-01')).toEqual({ source: 'organization', price: own[0] })
    expect(prices.find('claude-opus-4-5', '2026-02-28')?.source).toBe('organization')
    expect(prices.find('claude-opus-4-5', '2026-03-01')?.source).toBe('shipped')
  })
})

describe('costOf', () => {
  const price: ModelPrice = { model: 'm', from: '2026-01-01', input: 3, output: 15, cacheRead: 0.3 }

  it('bills every kind by its price', () => {
    const tokens = { ...none, input: 1_000_000, cacheRead: 1_000_000, output: 1_000_000 }
    expect(costOf(price, tokens, 0)).toEqual({ nanos: 18_300_000_000n, unpricedTokens: 0 })
  })

  it('counts the tokens without a price', () => {
    expect(costOf(price, { ...none, cacheWrite: 7, input: 1 }, 0)).toEqual({ nanos: 3000n, unpricedTokens: 7 })
  })

  it('is off by less than a billionth of a dollar, however cheap the tokens are and however many', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000 })
    const count = fc.oneof(fc.nat(2_000_000), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
    fc.assert(
      fc.property(amount, count, (micros, input) => {
        const { nanos } = costOf({ ...price, input: micros / 1_000_000 }, { ...none, input }, 0)
        const picos = BigInt(micros) * BigInt(input)
        expect(nanos * 1000n - picos <= 500n && picos - nanos * 1000n <= 500n).toBe(true)
      }),
    )
  })
})
