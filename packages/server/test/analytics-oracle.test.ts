import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../src/ground/platform/days.ts'
import { computeActivity } from '../src/know/analytics/activity-rows.ts'
import { computeDay } from '../src/know/analytics/day-rows.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import { oracle } from './analytics-oracle.ts'
import { day, deliveries, eventsOf, factsOf, historyOf, people } from './analytics-oracle-events.ts'

/** `FUZZ_SEED=7 FUZZ_RUNS=20000` tries other and more streams of events. A failure prints its seed. */
const options = { seed: Number(process.env.FUZZ_SEED ?? 20_260_301), numRuns: Number(process.env.FUZZ_RUNS ?? 400) }
const timeoutMs = 60_000 + options.numRuns * 100

/** As the service does it: facts by day, days from facts, and the activity from what is kept of 30 days. */
function computed(events: readonly UsageEvent[], ofDay: string) {
  const window = Array.from({ length: 40 }, (_, back) => {
    const other = addDays(ofDay, 3 - back)
    return {
      day: other,
      active: computeDay({ day: other, facts: factsOf(events, other), people, history: historyOf(events, other) })
        .active,
    }
  })
  const { counts, ...rows } = computeDay({
    day: ofDay,
    facts: factsOf(events, ofDay),
    people,
    history: historyOf(events, ofDay),
  })
  return { ...rows, ...computeActivity({ day: ofDay, counts, window }) }
}

describe('computeDay and computeActivity', () => {
  it('say what the events say, to the byte', { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(deliveries(), fc.constantFrom(0, 0, 1, -6, -29), (delivered, offset) => {
        for (const organization of ['acme', 'globex']) {
          const events = eventsOf(delivered, organization)
          const ofDay = addDays(day, offset)
          const expected = oracle(events, ofDay, people)
          const found = computed(events, ofDay)
          expect(found).toEqual(expected)
          expect(JSON.stringify(found)).toBe(JSON.stringify(expected))
        }
      }),
      options,
    )
  })

  it('say it of hundreds of events too', { timeout: timeoutMs }, () => {
    const many = deliveries({ minLength: 400, maxLength: 500, size: 'max' })
    fc.assert(
      fc.property(many, (delivered) => {
        const events = eventsOf(delivered, 'acme')
        expect(JSON.stringify(computed(events, day))).toBe(JSON.stringify(oracle(events, day, people)))
      }),
      { ...options, numRuns: Math.ceil(options.numRuns / 100) },
    )
  })

  it('do not depend on the order of the facts', { timeout: timeoutMs }, () => {
    const shuffled = deliveries().chain((delivered) => {
      const facts = factsOf(eventsOf(delivered, 'acme'), day)
      return fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length }))
    })
    fc.assert(
      fc.property(shuffled, ([facts, others]) => {
        const inOrder = JSON.stringify(computeDay({ day, facts, people }))
        expect(JSON.stringify(computeDay({ day, facts: others, people }))).toBe(inOrder)
      }),
      options,
    )
  })
})
