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
}

type Headers = Record<string, string>

/** How much a caller may ask of this node. All keys, tokens and sign-ins of a user count together. */
export interface RequestLimits {
  /**
   * Counts a request of an unknown caller. Like the others, returns headers with the remaining allowance, or throws
   * 429.
   */
  countAddress(address: string): Headers
  countOperator(): Headers
  countComputer(computerId: string): Headers
  /** Counts an attempt of a computer to connect, too. */
  countConnection(computerId: string): void
  countUser(caller: Caller): Headers
  /** Whether the next request of this user would exceed the limit. */
  isReached(caller: Caller): boolean
  /**
   * Throws 429 while too many requests run. Call the result when the request is over; calling it again does nothing.
   */
  enter(caller: Caller): () => void
}

/** Connections of a computer in a minute. It needs one, and a daemon pauses for longer and longer before it comes back. */
const connectionsPerComputer = 60

export function createRequestLimits(options: RequestLimitOptions, clock: Clock): RequestLimits {
  const callers = createRateLimit(options.perUser, clock)
  const organizations = createRateLimit(options.perOrganization, clock)
  const connections = createRateLimit(connectionsPerComputer, clock, 'connections of a computer')
  const users = createSlots(options.inFlightPerUser, 'yours')
  const inFlightOfOrganizations = createSlots(options.inFlightPerOrganization, 'your organization')
  return {
    countAddress: (address) => callers.count(`address ${address}`),
    countOperator: () => callers.count('operator'),
    countComputer: (computerId) => callers.count(`computer ${computerId}`),
    countConnection(computerId) {
      callers.count(`computer ${computerId}`)
      connections.count(computerId)
    },
    countUser({ userId, organizationId }) {
      // A user over their limit uses up nothing of the others' limit.
      const headers = callers.count(userId)
      organizations.count(organizationId)
      return headers
    },
    isReached: ({ userId, organizationId }) =>
      callers.isReached(userId) ||
      organizations.isReached(organizationId) ||
      users.isFull(userId) ||
      inFlightOfOrganizations.isFull(organizationId),
    enter({ userId, organizationId }) {
      const leaveUser = users.take(userId)
      try {
        const leaveOrganization = inFlightOfOrganizations.take(organizationId)
        return () => {
          leaveUser()
          leaveOrganization()
        }
      } catch (error) {
        leaveUser()
        throw error
      }
    },
  }
}

function createSlots(limit: number, whose: string) {
  const taken = new Map<string, number>()
  const isFull = (name: string) => limit > 0 && (taken.get(name) ?? 0) >= limit
  return {
    isFull,
    take(name: string): () => void {
      if (isFull(name)) {
        throw new AppError(
          'too_many_requests',
          `${limit} requests of ${whose} are being worked on. Send the next when one is answered.`,
          {
            retryAfterSeconds: 1,
          },
        )
      }
      taken.set(name, (taken.get(name) ?? 0) + 1)
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        const left = (taken.get(name) ?? 1) - 1
        if (left > 0) taken.set(name, left)
        else taken.delete(name)
      }
    },
  }
}
