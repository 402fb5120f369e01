import { expect, it } from 'vitest'
import { daysBetweenPrices } from './changed-days.ts'
import type { ModelPrice } from './price.ts'

const price: ModelPrice = { model: 'm', from: '2026-02-01', to: '2026-02-28', input: 1, output: 2 }
const later: ModelPrice = { model: 'm', from: '2026-03-01', input: 2, output: 4 }

it('affects no day if only the order changes', () => {
  expect(
    daysBetweenPrices([price, later], [later, { output: 2, input: 1, from: price.from, to: '2026-02-28', model: 'm' }]),
  ).toBe(undefined)
  expect(daysBetweenPrices()).toBe(undefined)
})

it('affects exactly the days of prices that were added, removed or changed', () => {
  expect(daysBetweenPrices([price], [{ ...price, input: 3 }])).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysBetweenPrices([price, later], [price])).toEqual({ from: '2026-03-01', to: '9999-12-31' })
  expect(daysBetweenPrices(undefined, [price])).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  const long = [{ above: 9, input: 1, output: 1 }]
  expect(daysBetweenPrices([later], [{ ...later, long }])?.from).toBe('2026-03-01')
})
