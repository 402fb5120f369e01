import type { CostsRow } from '@muster/contract/costs'
import { expect, it } from 'vitest'
import { prepareCosts } from './prepare.ts'

const day = (cost: number | null, unpriced_tokens: number): CostsRow => ({
  date: '2026-03-01',
  currency: 'USD',
  cost,
  reported_cost: null,
  estimated_cost: cost,
  model_calls: 1,
  unpriced_tokens,
  prices_of: null,
  other_currencies: [],
  by_model: [],
})

it.each([
  ['no day has a known cost, though there are tokens', [day(null, 5), day(null, 0)], true],
  ['one day has a known cost', [day(null, 5), day(0, 0)], false],
  ['there was no usage', [day(null, 0)], false],
])('when %s, isCostUnknown is told', (_, rows, isCostUnknown) => {
  expect(prepareCosts(rows, undefined)).toMatchObject({ isCostUnknown })
})
