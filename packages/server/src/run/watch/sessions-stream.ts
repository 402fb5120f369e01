import type { Readable } from 'node:stream'
import type { Clock } from '../../ground/platform/clock.ts'
import { EventTextStream } from '../../ground/platform/event-text-stream.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { seesAll } from '../../ground/platform/principal.ts'
import type { ServerEvent } from '../../ground/platform/server-event.ts'
import { type CurrentSessions, maySee } from '../sessions/current-sessions.ts'
import { type FeedEvent, overlapMs, type SessionFeed } from './session-feed.ts'

interface SessionsStreamOptions {
  readonly feed: SessionFeed
  readonly current: CurrentSessions
  readonly clock: Clock
  readonly principal: Principal
  /** The id of the last event that the reader received. */
  readonly after: number | undefined
}

/** With more missed changes than this, the reader should reload the list, which is cheaper. */
const maxMissed = 1_000

/**
 * Streams changes of all sessions that a user may see as server-sent events. The id of an event is the time at which it
 * was read. A reader that reconnects gets everything that changed since shortly before that time, so nothing is missed.
 */
export function openSessionsStream(options: SessionsStreamOptions): Readable {
  const { feed, current, clock, principal, after } = options
  const { organizationId, userId } = principal
  let early: FeedEvent[] | undefined = []
  const stream = new EventTextStream({ look: () => {}, onClose: () => end() })
  const end = feed.subscribe(organizationId, (events) => {
    if (early) early.push(...events)
    else for (const event of toEvents(events)) stream.sendNow(event)
  })
  begin().catch(() => stream.destroy())
  return stream

  function toEvents(events: readonly FeedEvent[]): ServerEvent[] {
    const id = clock.now()
    return events
      .filter((event) => maySee(principal, event))
      .map(({ session, sessionId }) =>
        session ? { event: 'session', id, data: session } : { event: 'gone', id, data: { sessionId } },
      )
  }

  /** The stream is already subscribed, so no change between the missed and the new ones is lost. */
  async function begin(): Promise<void> {
    const id = clock.now()
    await stream.send([{ event: 'ready', ...(after === undefined && { id }), data: {} }])
    if (after !== undefined) {
      const since = after - overlapMs
      const wanted = { organizationId, userId: seesAll(principal) ? null : userId, since, limit: maxMissed + 1 }
      const missed = await current.changedSince(wanted)
      if (missed.length > maxMissed) await stream.send([{ event: 'reset', id, data: {} }])
      else {
        const ids = missed.map((one) => one.id)
        const found = new Map((await current.find(organizationId, ids)).map((one) => [one.sessionId, one]))
        const events = ids.flatMap((one): ServerEvent[] => {
          const session = found.get(one)?.session
          return session ? [{ event: 'session', data: session }] : []
        })
        // Only the last event gets an id: a reader that resumes from an earlier one would miss changes.
        const last = events.pop()
        await stream.send(last ? [...events, { ...last, id }] : [])
      }
    }
    const waited = early ?? []
    early = undefined
    await stream.send(toEvents(waited))
  }
}
