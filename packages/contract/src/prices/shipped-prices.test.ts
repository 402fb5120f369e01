import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { canonicalModel } from '../model-name.ts'
import { costOf } from './cost.ts'
import { ModelPrice } from './price.ts'
import { priceFaults } from './price-faults.ts'
import { createPriceList } from './price-list.ts'
import { priceReferences, shippedPrices, shippedPricesOf } from './shipped-prices.ts'

describe('the prices that come with Muster', () => {
  it('are well formed, without overlaps and gaps', () => {
    for (const price of shippedPrices) expect([...Value.Errors(ModelPrice, price)]).toEqual([])
    expect(priceFaults(shippedPrices, 'prices')).toEqual([])
  })

  it('use the canonical names of models', () => {
    for (const { model } of shippedPrices) expect(canonicalModel(model)).toBe(model)
  })

  it('are never cheaper for a longer prompt', () => {
    for (const { model, input, output, long = [] } of shippedPrices) {
      const steps = [{ above: 0, input, output }, ...long]
      expect(steps, model).toEqual(steps.toSorted((a, b) => a.above - b.above))
      expect(steps, model).toEqual(steps.toSorted((a, b) => a.input - b.input))
    }
  })

  it('cost less to read from the cache than to read anew', () => {
    for (const { model, input, cacheRead = 0 } of shippedPrices) expect(cacheRead, model).toBeLessThan(input)
  })

  it('agree with what Claude Code says that a call cost', () => {
    const price = createPriceList().find('claude-opus-5-5', '2026-11-15')?.price as ModelPrice
    const tokens = { input: 1201, cacheRead: 4001, cacheWrite: 403, cacheWriteHour: 100, output: 107 }
    expect(costOf(price, tokens, 5705)).toEqual({ nanos: 10_559_200n, unpricedTokens: 0 })
  })

  it('were read, and begin, no later than the day of the table', () => {
    for (const { readOn } of priceReferences) expect(readOn <= shippedPricesOf).toBe(true)
    for (const { from } of shippedPrices) expect(from <= shippedPricesOf).toBe(true)
  })
})
