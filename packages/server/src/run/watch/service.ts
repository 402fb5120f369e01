import type { Readable } from 'node:stream'
import type { Session } from '@muster/contract/session'
import type { Authenticate } from '../../govern/keys/authenticate.ts'
import type { Database } from '../../ground/database/database.ts'
import type { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Log } from '../../ground/platform/log.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { type CurrentSessions, createCurrentSessions } from '../sessions/current-sessions.ts'
import type { Sessions } from '../sessions/service.ts'
import type { Live } from '../turns/live.ts'
import { createSessionChanges } from './session-changes.ts'
import { createSessionFeed, type SessionFeed } from './session-feed.ts'
import { type Reader, SessionFollower } from './session-follower.ts'
import { openSessionStream } from './session-stream.ts'
import { openSessionsStream } from './sessions-stream.ts'

interface WatchOptions {
  readonly database: Database
  readonly hints: Hints
  readonly live: Live
  readonly sessions: Sessions
  readonly clock: Clock
  readonly log: Log
  readonly authenticate: Pick<Authenticate, 'judgeAgain' | 'stay'>
}

export interface Watch {
  readonly feed: SessionFeed
  readonly current: CurrentSessions
  /** Changes of all sessions that the caller may see, from now on or since the event `after`. */
  allEvents(principal: Principal, after: number | undefined): Readable
  /** Sends the events of a session to `reader`. The caller has checked that it may be seen. */
  follow(
    session: { organizationId: string; sessionId: string },
    after: number | undefined,
    reader: Reader,
  ): SessionFollower
  /** The events of the session from now on, or after the version `after`. */
  events(principal: Principal, sessionId: string, after: number | undefined): Promise<Readable>
  /** Resolves with the session when it is idle, or after this many seconds as it is then. */
  untilIdle(principal: Principal, sessionId: string, seconds: number): Promise<Session>
}

/** How often a waiting caller checks the session without a hint. */
const lookEveryMs = 5_000

export function createWatch({ database, hints, live, sessions, clock, log, authenticate }: WatchOptions): Watch {
  const changes = createSessionChanges(database)
  const current = createCurrentSessions(database)
  const feed = createSessionFeed({ hints, current, clock, log })
  return {
    feed,
    current,

    allEvents: (principal: Principal, after: number | undefined): Readable =>
      openSessionsStream({ feed, current, clock, principal, after }),

    follow: (session: { organizationId: string; sessionId: string }, after: number | undefined, reader: Reader) =>
      new SessionFollower({ hints, live, changes, session, after }, reader),

    async events(principal, sessionId, after) {
      const { id } = await sessions.getRow(principal, sessionId)
      const session = { organizationId: principal.organizationId, sessionId: id }
      return openSessionStream({ hints, live, changes, session, after })
    },

    async untilIdle(principal, sessionId, seconds) {
      const end = performance.now() + seconds * 1000
      const { id } = await sessions.getRow(principal, sessionId)
      let wake = () => {}
      const stop = hints.subscribe((hint) => {
        if (hint.kind === 'missed' || (hint.kind === 'session' && hint.sessionId === id)) wake()
      })
      let refusal: AppError | undefined
      const leave = authenticate.stay(principal, (refused) => {
        refusal = refused
        wake()
      })
      try {
        for (let hasWaited = false; ; hasWaited = true) {
          const woken = new Promise<void>((resolve) => {
            wake = resolve
          })
          const session = await sessions.get(principal, id, undefined)
          const leftMs = end - performance.now()
          if (session.status === 'idle' || leftMs <= 0) {
            if (hasWaited) await authenticate.judgeAgain(principal)
            return session
          }
          const timer = setTimeout(wake, Math.min(leftMs, lookEveryMs))
          await woken
          clearTimeout(timer)
          if (refusal) throw refusal
        }
      } finally {
        leave()
        stop()
      }
    },
  }
}
