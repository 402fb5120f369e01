import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AppError } from './app-error.ts'
import { createRequestLimits } from './request-limits.ts'

const clock = { now: () => 0 }
const none = { perUser: 0, perOrganization: 0, inFlightPerUser: 0, inFlightPerOrganization: 0, largestBody: 100 }
const ada = { userId: 'ada', organizationId: 'acme' }
const bob = { userId: 'bob', organizationId: 'acme' }
const cem = { userId: 'cem', organizationId: 'acme' }
const others = ['eve', 'eva'].map((userId) => ({ userId, organizationId: 'evil' }))

describe('requests at the same time', () => {
  it('are not restricted without a limit', () => {
    const limits = createRequestLimits(none, clock)
    for (let count = 0; count < 100; count++) expect(() => limits.enter(ada)).not.toThrow()
  })

  it('are refused beyond the limit of the user, until one is over', () => {
    const limits = createRequestLimits({ ...none, inFlightPerUser: 2 }, clock)
    const { leave } = limits.enter(ada)
    limits.enter(ada)
    expect(() => limits.enter(ada)).toThrow('2 requests of yours')
    limits.enter(bob)
    leave()
    leave()
    limits.enter(ada)
    expect(() => limits.enter(ada)).toThrow('2 requests of yours')
  })

  it('are refused beyond the limit of the organization, and then do not count for the user', () => {
    const limits = createRequestLimits({ ...none, inFlightPerUser: 2, inFlightPerOrganization: 1 }, clock)
    const { leave } = limits.enter(ada)
    for (let count = 0; count < 5; count++) expect(() => limits.enter(bob)).toThrow('1 requests of your organization')
    leave()
    limits.enter(bob)
  })
})

describe('the bytes of bodies at the same time', () => {
  /** Whether these bytes of this caller may be held, and their refusal otherwise. */
  function attempt(limits: ReturnType<typeof createRequestLimits>, caller: typeof ada, bytes: number) {
    const place = limits.enter(caller)
    try {
      place.hold(bytes)
      return { place, refusal: undefined }
    } catch (error) {
      return { place, refusal: error as AppError }
    }
  }

  it('are bounded for a user, for an organization and for all, and free when the request is over', () => {
    const limits = createRequestLimits(none, clock)
    const first = attempt(limits, ada, 399)
    expect(attempt(limits, ada, 1).refusal).toBeUndefined()
    const tooMany = attempt(limits, ada, 1)
    expect(tooMany.refusal).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 })
    expect(tooMany.refusal?.message).toContain('Bodies of yours with nearly 400 bytes')
    expect(attempt(limits, bob, 400).refusal).toBeUndefined()
    expect(attempt(limits, cem, 1).refusal?.message).toContain('Bodies of your organization with nearly 800 bytes')
    for (const other of others) expect(attempt(limits, other, 400).refusal).toBeUndefined()
    const all = attempt(limits, { userId: 'zoe', organizationId: 'third' }, 1)
    expect(all.refusal).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
    first.place.leave()
    first.place.leave()
    // What was refused holds nothing, and a place that was left takes nothing more.
    first.place.hold(400)
    expect(attempt(limits, ada, 399).refusal).toBeUndefined()
    expect(attempt(limits, ada, 1).refusal).toBeDefined()
  })

  it('come to what is held, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ who: fc.nat(5), bytes: fc.nat(300), ends: fc.option(fc.nat(20)) })), (steps) => {
        const limits = createRequestLimits(none, clock)
        const held: { who: number; bytes: number; leave: () => void }[] = []
        const sum = (of: (who: number) => boolean) =>
          held.filter(({ who }) => of(who)).reduce((total, { bytes }) => total + bytes, 0)
        for (const { who, bytes, ends } of steps) {
          const organization = (one: number) => Math.floor(one / 2)
          const isTooMuch =
            sum((one) => one === who) + bytes > 400 ||
            sum((one) => organization(one) === organization(who)) + bytes > 800 ||
            sum(() => true) + bytes > 1600
          const caller = { userId: `user ${who}`, organizationId: `organization ${organization(who)}` }
          const { place, refusal } = attempt(limits, caller, bytes)
          expect(refusal !== undefined).toBe(isTooMuch)
          if (refusal) place.leave()
          else held.push({ who, bytes, leave: place.leave })
          if (ends !== null) held.splice(ends, 1)[0]?.leave()
        }
      }),
    )
  })
})
