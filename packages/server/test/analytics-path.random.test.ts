import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../src/testing/runs.ts'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { answersOf, deliveredEvents, expectedAnswers, firstReports, newOrganization, now } from './analytics-path.ts'

const server = sharedTestServer({ MUSTER_NOW: now, MUSTER_RATE_LIMIT: '0' })

/** `FUZZ_SEED=7 FUZZ_RUNS=100` tries other and more streams of events. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_301)
const numRuns = fuzzRuns(2, 6)

describe('events that are sent, computed and read', () => {
  it('come to what the definitions say, however they arrive', { timeout: 60_000 + numRuns * 20_000 }, async () => {
    const streams = fc.tuple(deliveredEvents({ maxLength: 120, size: 'max' }), fc.integer({ min: 1, max: 40 }))
    await fc.assert(
      fc.asyncProperty(streams, async ([delivered, atOnce]) => {
        const owners = [await newOrganization(server(), operatorKey), await newOrganization(server(), operatorKey)]
        for (const [which, owner] of owners.entries()) {
          const own = delivered.filter(({ organization }) => organization === which)
          const accepted: number[] = []
          for (let at = 0; at < own.length; at += atOnce) {
            const events = own.slice(at, at + atOnce).map(({ input }) => input)
            const receipt = await owner.telemetry.events({ events })
            expect(receipt.accepted + receipt.duplicates).toBe(events.length)
            expect(receipt.rejected).toEqual([])
            accepted.push(receipt.accepted)
            // Numbers are computed in between, so that what follows is late.
            if (at % 3 === 0) await owner.analytics.refresh()
          }
          const usage = own.map((one) => one.usage)
          expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(new Set(usage.map(({ id }) => id)).size)
          await owner.analytics.refresh()
          expect(await answersOf(server(), owner.key)).toEqual(expectedAnswers(firstReports(usage)))
        }
      }),
      { seed, numRuns },
    )
  })
})
