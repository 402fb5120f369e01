import { randomUUID } from 'node:crypto'
import { createPriceList } from '@muster/contract/prices/price-list'
import { expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import { createWorkTally } from '../src/know/analytics/work/work-tally.ts'
import type { EventStore } from '../src/know/events/event-store.ts'
import type { WorkFact } from '../src/know/events/fact-shape.ts'
import { usageTypes } from '../src/know/events/usage-event.ts'
import { event, noon, workFactsApart, workFactsFrom } from './events-samples.ts'

const day = dayOf(noon)
const users = ['u:1', 'u:2', 'e:ada@example.com']
/** Prices at which most estimates have to be rounded. */
const prices = createPriceList(
  ['a', 'b'].map((model) => ({ model, from: '2020-01-01', input: 0.0375, output: 0.0611, cacheRead: 0.0007 })),
)

/** Few facts, each of many events, and each with a fraction of a billionth of a dollar. */
const events = Array.from({ length: 600 }, (_, index) =>
  event({
    user: users[index % 3] ?? '',
    type: 'model_call',
    name: index % 2 === 0 ? 'a' : 'b',
    detail: `tier ${index % 7}`,
    repository: `repository ${index % 5}`,
    inputTokens: 1 + ((index * 7919) % 10_007),
    outputTokens: (index * 31) % 101,
    cost: index % 11 === 0 ? index : null,
    currency: index % 11 === 0 ? 'USD' : '',
  }),
)

/** Every type with and without lines, durations and tokens, in few teams and places. */
const variedWork = Array.from({ length: 900 }, (_, index) =>
  event({
    type: usageTypes[index % usageTypes.length] ?? 'message',
    name: ['Edit', 'removed', 'user', 'added'][index % 4] ?? '',
    user: users[index % 3] ?? '',
    team: `team ${index % 7}`,
    agent: `agent ${index % 2}`,
    repository: index % 5 === 0 ? '' : `repository ${index % 11}`,
    outcome: (['', 'success', 'error'] as const)[index % 3] ?? '',
    errorKind: index % 3 === 2 ? `kind ${index % 4}` : '',
    decision: (['', 'accept', 'refuse'] as const)[(index >> 1) % 3] ?? '',
    quantity: index % 6,
    inputTokens: index,
    cacheReadTokens: index % 13,
    linesAdded: index % 8 === 0 ? index % 3 : null,
    linesRemoved: index % 9 === 0 ? index % 4 : null,
    durationMs: index % 10 === 0 ? null : index,
  }),
)

/** What the batch makes of facts that come in this order. */
function computed(facts: readonly WorkFact[]) {
  const tally = createWorkTally({ day, members: [], prices })
  for (const fact of facts) tally.add(fact)
  return tally.finish()
}

export function addsUpMoney(storeOf: () => EventStore): void {
  it('gives the same money of a day, whatever the order of its events and of its facts, and for one user alone', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await storeOf().append(first, events)
    const backwards = events.toReversed()
    for (let at = 0; at < backwards.length; at += 97) await storeOf().append(second, backwards.slice(at, at + 97))
    const whole = computed(await workFactsApart(storeOf(), first, day))
    expect(whole.costs.row.estimated_cost).toBeGreaterThan(0)
    // Threads of the store change the order of facts, and nothing else.
    const others = (await workFactsApart(storeOf(), second, day)).toReversed()
    expect(computed(others)).toEqual(whole)
    for (const user of users) {
      const alone = computed(await workFactsApart(storeOf(), second, day, [user]))
      for (const [id, costs] of alone.costsOfUsers) expect(costs).toEqual(whole.costsOfUsers.get(id))
      expect(alone.costsOfUsers.size).toBe(1)
    }
  })
  it('gives the same work of a day by facts apart as by facts about everything', async () => {
    const organization = randomUUID()
    await storeOf().append(organization, variedWork)
    const apart = computed(await workFactsApart(storeOf(), organization, day))
    const whole = computed(await workFactsFrom(storeOf(), organization, day))
    expect(apart.work.row).toMatchObject({ lines_added: expect.any(Number), input_tokens: expect.any(Number) })
    expect(apart.work).toEqual(whole.work)
    expect(apart.teamsOfUsers).toEqual(whole.teamsOfUsers)
  })
}
