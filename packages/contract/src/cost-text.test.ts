import { expect, it } from 'vitest'
import { costText, shortCostText } from './cost-text.ts'
import type { SessionCost } from './session.ts'

const estimated = { source: 'estimated' } as const
const lacking = { ...estimated, unpricedTokens: 5000 }

it.each([
  [{ amount: 0.09503280000000003 }, '$0.095', '$0.095'],
  [{ amount: 0.01255, ...estimated }, 'about $0.0126', 'about $0.0126'],
  [{ amount: 12.5, ...lacking }, 'about $12.50, and 5,000 tokens without a price', 'over $12.50'],
  [{ amount: 2, currency: 'EUR' }, '2.00 EUR', '2.00 EUR'],
  [{ amount: null, ...lacking }, 'no known price for 5,000 tokens', undefined],
] as const)('%j is %s, in short %s', (cost, text, short) => {
  const whole: SessionCost = { currency: 'USD', source: 'reported', unpricedTokens: 0, ...cost }
  expect([costText(whole), shortCostText(whole)]).toEqual([text, short])
})

it('of an agent that reports no tokens is unknown', () => {
  expect(shortCostText(undefined)).toBeUndefined()
})
