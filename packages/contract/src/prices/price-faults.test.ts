import { expect, it } from 'vitest'
import type { ModelPrice } from './price.ts'
import { priceFaults } from './price-faults.ts'

const price = (from: string, to?: string, rest: Partial<ModelPrice> = {}): ModelPrice => ({
  model: 'house-coder',
  from,
  ...(to !== undefined && { to }),
  input: 1,
  output: 2,
  ...rest,
})
const faultsOf = (...prices: ModelPrice[]) => priceFaults(prices, 'modelPrices')

it('accepts prices that follow each other, in any order, among those of other models', () => {
  const other = price('2026-02-01', undefined, { model: 'other' })
  expect(faultsOf(price('2026-03-01'), price('2026-01-01', '2026-02-28'), other)).toEqual([])
})

it('names two prices for one day, also under two spellings of one model', () => {
  expect(faultsOf(price('2026-01-01'), price('2026-02-01', undefined, { model: 'openai/house-coder' }))).toEqual([
    {
      path: 'modelPrices[1].from',
      message:
        'overlaps with another price of openai/house-coder, from 2026-01-01 without an end: end that one before 2026-02-01',
    },
  ])
  expect(faultsOf(price('2026-01-01', '2026-02-01'), price('2026-02-01'))).toHaveLength(1)
  expect(faultsOf(price('2026-01-01'), price('2026-01-01'))).toHaveLength(1)
})

it('names the days between two prices', () => {
  const [fault] = faultsOf(price('2026-01-01', '2026-01-31'), price('2026-02-03'))
  expect(fault?.path).toBe('modelPrices[1].from')
  expect(fault?.message).toMatch(/without a price from 2026-02-01 on/)
})

it('names days that no calendar has, ends before their beginning, and amounts that would be rounded', () => {
  expect(faultsOf(price('2026-02-30'))[0]).toMatchObject({ path: 'modelPrices[0].from' })
  expect(faultsOf(price('2026-02-02', '2026-02-01'))[0]).toMatchObject({ path: 'modelPrices[0].to' })
  expect(faultsOf(price('2026-02-02', undefined, { input: 0.0000001 }))[0]).toMatchObject({
    path: 'modelPrices[0].input',
  })
  const twice = {
    long: [
      { above: 9, input: 1, output: 1 },
      { above: 9, input: 2, output: 2 },
    ],
  }
  expect(faultsOf(price('2026-02-02', undefined, twice))[0]).toMatchObject({ path: 'modelPrices[0].long' })
})
