import type { Readable } from 'node:stream'
import { endpoints } from '@muster/contract/endpoints'
import { invalid } from '../../../ground/platform/app-error.ts'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const watchSession = forUser(
  endpoints.sessions.events,
  async ({ principal, params, query, headers }, { watch }) => {
    // A reader that reconnects sends its first address and, in addition, the event to continue after.
    const beginning = query.from === 'start' ? '0' : query.after
    const after = eventIdIn(headers['last-event-id'] ?? beginning)
    return asEvents(await watch.events(principal, params.sessionId, after))
  },
)

export const watchSessions = forUser(endpoints.sessions.watchAll, ({ principal, query, headers }, { watch }) =>
  asEvents(watch.allEvents(principal, eventIdIn(headers['last-event-id'] ?? query.after))),
)

/** The contract describes the text that is streamed. The headers keep proxies from buffering it. */
function asEvents(events: Readable) {
  return ok(events as unknown as string, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
}

function eventIdIn(text: string | string[] | undefined): number | undefined {
  if (text === undefined) return undefined
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw invalid('after', 'must be the id of an event of this stream')
}
