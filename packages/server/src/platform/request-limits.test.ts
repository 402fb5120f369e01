import { describe, expect, it } from 'vitest'
import { createRequestLimits } from './request-limits.ts'

const clock = { now: () => 0 }
const none = { perUser: 0, perOrganization: 0, inFlightPerUser: 0, inFlightPerOrganization: 0 }
const ada = { userId: 'ada', organizationId: 'acme' }
const bob = { userId: 'bob', organizationId: 'acme' }

describe('requests at the same time', () => {
  it('are not restricted without a limit', () => {
    const limits = createRequestLimits(none, clock)
    for (let count = 0; count < 100; count++) limits.enter(ada)
    expect(limits.isReached(ada)).toBe(false)
  })

  it('are refused beyond the limit of the user, until one is over', () => {
    const limits = createRequestLimits({ ...none, inFlightPerUser: 2 }, clock)
    const leave = limits.enter(ada)
    limits.enter(ada)
    expect(limits.isReached(ada)).toBe(true)
    expect(() => limits.enter(ada)).toThrow('2 requests of yours')
    limits.enter(bob)
    leave()
    leave()
    limits.enter(ada)
    expect(() => limits.enter(ada)).toThrow('2 requests of yours')
  })

  it('are refused beyond the limit of the organization, and then do not count for the user', () => {
    const limits = createRequestLimits({ ...none, inFlightPerUser: 2, inFlightPerOrganization: 1 }, clock)
    const leave = limits.enter(ada)
    for (let count = 0; count < 5; count++) expect(() => limits.enter(bob)).toThrow('1 requests of your organization')
    expect(limits.isReached(bob)).toBe(true)
    leave()
    expect(limits.isReached(bob)).toBe(false)
    limits.enter(bob)
  })
})
