import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'
import { createRateLimit } from './rate-limit.ts'

interface Caller {
  readonly userId: string
  readonly organizationId: string
}

interface RequestLimitOptions {
  /** Requests a minute; 0 means no limit. */
  readonly perUser: number
  readonly perOrganization: number
  /** Requests at the same time; 0 means no limit. */
  readonly inFlightPerUser: number
  readonly inFlightPerOrganization: number
  /** The largest body that any endpoint accepts. */
  readonly largestBody: number
}

/** How many bodies of the largest size may be held at a time. */
export const heldBodies = { ofUser: 4, ofOrganization: 8, ofAll: 16 } as const

type Headers = Record<string, string>

/** The place of a request among those in progress. */
export interface Place {
  /**
   * Counts bytes of the body before they are held for the request. Throws 429 if its user or organization would hold
   * too many, and 503 if all together would. They count until the request ends.
   */
  hold(bytes: number): void
  /** Frees the place and its bytes. Idempotent. */
  leave(): void
}

/** The limits of callers on this node. All keys, tokens and sign-ins of a user count together. */
export interface RequestLimits {
  /**
   * Counts a request of an unknown caller. Like the others, returns headers with the remaining allowance, or throws
   * 429.
   */
  countAddress(address: string): Headers
  countOperator(): Headers
  countComputer(computerId: string): Headers
  /** Also counts the attempt of a computer to connect. */
  countConnection(computerId: string): void
  countUser(caller: Caller): Headers
  /** Takes a place until the work on the request ends. Throws 429 if too many requests are in progress. */
  enter(caller: Caller): Place
}

/** Connections of a computer in a minute. It needs one, and a daemon reconnects with growing pauses. */
const connectionsPerComputer = 60

export function createRequestLimits(options: RequestLimitOptions, clock: Clock): RequestLimits {
  const callers = createRateLimit(options.perUser, clock)
  const organizations = createRateLimit(options.perOrganization, clock)
  const connections = createRateLimit(connectionsPerComputer, clock, 'connections of a computer')
  const bytesOf = (bodies: number, refusal: (limit: number) => AppError) =>
    createSlots(bodies * options.largestBody, refusal)
  const requests = {
    ofUsers: createSlots(options.inFlightPerUser, (limit) => tooMany(`${limit} requests of yours`)),
    ofOrganizations: createSlots(options.inFlightPerOrganization, (limit) =>
      tooMany(`${limit} requests of your organization`),
    ),
  }
  const bytes = {
    ofUsers: bytesOf(heldBodies.ofUser, (limit) => tooMany(`Bodies of yours with nearly ${limit} bytes`)),
    ofOrganizations: bytesOf(heldBodies.ofOrganization, (limit) =>
      tooMany(`Bodies of your organization with nearly ${limit} bytes`),
    ),
    ofAll: bytesOf(heldBodies.ofAll, busy),
  }
  return {
    countAddress: (address) => callers.count(`address ${address}`),
    countOperator: () => callers.count('operator'),
    countComputer: (computerId) => callers.count(`computer ${computerId}`),
    countConnection(computerId) {
      callers.count(`computer ${computerId}`)
      connections.count(computerId)
    },
    countUser({ userId, organizationId }) {
      // A user over their own limit uses up nothing of the organization's limit.
      const headers = callers.count(userId)
      organizations.count(organizationId)
      return headers
    },
    enter({ userId, organizationId }) {
      const place: Claim[] = [
        [requests.ofUsers, userId],
        [requests.ofOrganizations, organizationId],
      ]
      const body: Claim[] = [
        [bytes.ofUsers, userId],
        [bytes.ofOrganizations, organizationId],
        [bytes.ofAll, 'all'],
      ]
      take(place, 1)
      let held = 0
      let isLeft = false
      return {
        hold(more) {
          if (isLeft) return
          take(body, more)
          held += more
        },
        leave() {
          if (isLeft) return
          isLeft = true
          for (const [slots, name] of place) slots.give(name, 1)
          for (const [slots, name] of body) slots.give(name, held)
        },
      }
    },
  }
}

type Claim = readonly [slots: ReturnType<typeof createSlots>, name: string]

/** Takes from all claims, or from none. */
function take(claims: readonly Claim[], amount: number): void {
  for (const [slots, name] of claims) slots.assertFits(name, amount)
  for (const [slots, name] of claims) slots.take(name, amount)
}

function createSlots(limit: number, refusal: (limit: number) => AppError) {
  const taken = new Map<string, number>()
  const fits = (name: string, amount: number) => limit === 0 || (taken.get(name) ?? 0) + amount <= limit
  return {
    fits,
    assertFits(name: string, amount: number): void {
      if (!fits(name, amount)) throw refusal(limit)
    },
    take(name: string, amount: number): void {
      taken.set(name, (taken.get(name) ?? 0) + amount)
    },
    give(name: string, amount: number): void {
      const left = (taken.get(name) ?? 0) - amount
      if (left > 0) taken.set(name, left)
      else taken.delete(name)
    },
  }
}

function tooMany(what: string): AppError {
  return new AppError('too_many_requests', `${what} are being worked on. Send the next when one is answered.`, {
    retryAfterSeconds: 1,
  })
}

function busy(limit: number): AppError {
  const detail = `Bodies with nearly ${limit} bytes are being worked on, and there is no room for more. Send it again.`
  return new AppError('unavailable', detail, { retryAfterSeconds: 2 })
}
