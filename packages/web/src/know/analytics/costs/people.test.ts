import type { CostsByUserRow } from '@muster/contract/costs'
import { expect, it } from 'vitest'
import { addCosts, type PersonCost, rankPeople } from './people.ts'

const row = (group_key: string, cost: number | null, user_email: string | null = null) =>
  ({ date: '2026-03-01', group_key, user_email, cost }) as CostsByUserRow

it('what people cost is added up over all answers, the largest first, without those of unknown cost', () => {
  const people = new Map<string, PersonCost>()
  addCosts(people, [row('u1', 1, 'ada@acme.test'), row('u2', 2), row('u3', null), row('u4', 3, 'bo@acme.test')])
  addCosts(people, [row('u1', 4, 'ada@acme.test'), row('u2', null), row('u4', 2, 'bo@acme.test')])
  expect(rankPeople([...people.values()])).toEqual([
    { id: 'u1', name: 'ada@acme.test', cost: 5 },
    { id: 'u4', name: 'bo@acme.test', cost: 5 },
    { id: 'u2', name: 'u2', cost: 2 },
  ])
})
