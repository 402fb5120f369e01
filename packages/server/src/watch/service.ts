import type { Readable } from 'node:stream'
import type { Session } from '@muster/contract/session'
import type { Database } from '../database/database.ts'
import type { Principal } from '../organizations/principal.ts'
import type { Hints } from '../platform/hints.ts'
import type { Sessions } from '../sessions/service.ts'
import type { Live } from '../turns/live.ts'
import { createSessionChanges } from './session-changes.ts'
import { SessionStream } from './session-stream.ts'

interface WatchOptions {
  readonly database: Database
  readonly hints: Hints
  readonly live: Live
  readonly sessions: Sessions
  /** Whether the bearer still has the rights with which the watching began. */
  readonly stillHolds: (principal: Principal) => Promise<boolean>
}

export type Watch = ReturnType<typeof createWatch>

/** How often somebody who waits looks without having been told. */
const lookEveryMs = 5_000

export function createWatch({ database, hints, live, sessions, stillHolds }: WatchOptions) {
  const changes = createSessionChanges(database, sessions)
  return {
    /** What happens in the session from now on, or after the version `after`. */
    async events(principal: Principal, sessionId: string, after: number | undefined): Promise<Readable> {
      const { id } = await sessions.find(principal, sessionId)
      return new SessionStream({
        hints,
        live,
        changes,
        session: { organizationId: principal.organizationId, sessionId: id },
        after,
        isAllowed: () => stillHolds(principal),
      })
    },

    /** The session as soon as it is idle, or as it is when the time is over. */
    async untilIdle(principal: Principal, sessionId: string, seconds: number): Promise<Session> {
      const end = performance.now() + seconds * 1000
      const { id } = await sessions.find(principal, sessionId)
      let wake = () => {}
      const stop = hints.subscribe((hint) => {
        if (hint.kind === 'session' && hint.sessionId === id) wake()
      })
      try {
        for (;;) {
          const woken = new Promise<void>((resolve) => {
            wake = resolve
          })
          const session = await sessions.get(principal, id, undefined)
          const leftMs = end - performance.now()
          if (session.status === 'idle' || leftMs <= 0) return session
          const timer = setTimeout(wake, Math.min(leftMs, lookEveryMs))
          await woken
          clearTimeout(timer)
        }
      } finally {
        stop()
      }
    },
  }
}
