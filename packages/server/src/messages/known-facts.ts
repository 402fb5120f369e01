import { BoundedCache } from '../platform/bounded-cache.ts'
import type { Principal } from '../platform/principal.ts'
import type { PostFacts } from './facts-repository.ts'

const mostBytes = 8 * 1024 * 1024

/**
 * What the last message of a user to a session depended on. It may have changed since: a message is stored with it only by a
 * statement that asserts all of it.
 */
export interface KnownFacts {
  find(principal: Principal, sessionId: string): PostFacts | undefined
  remember(principal: Principal, facts: PostFacts): void
  forget(principal: Principal, sessionId: string): void
}

export function createKnownFacts(): KnownFacts {
  const known = new BoundedCache<PostFacts>(mostBytes)
  const nameOf = ({ organizationId, userId }: Principal, sessionId: string) =>
    `${organizationId} ${userId} ${sessionId.toLowerCase()}`
  return {
    find: (principal, sessionId) => known.get(nameOf(principal, sessionId)),
    remember(principal, facts) {
      // What is used of a limit changes all the time, so it is always read.
      if (facts.credits !== null) return
      known.set(nameOf(principal, facts.session_id), facts, JSON.stringify(facts).length)
    },
    forget: (principal, sessionId) => known.delete(nameOf(principal, sessionId)),
  }
}
