import type { Readable } from 'node:stream'
import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { invalid } from '../../platform/app-error.ts'
import { read } from '../answer.ts'

export const watchSession = read(
  endpoints.sessions.events,
  async ({ principal, params, query, headers }, { watch }) => {
    const after = query.from === 'start' ? 0 : eventIdIn(headers['last-event-id'] ?? query.after)
    return asEvents(await watch.events(principal, params.sessionId, after))
  },
)

export const watchSessions = read(endpoints.sessions.watchAll, ({ principal, query, headers }, { watch }) =>
  asEvents(watch.allEvents(principal, eventIdIn(headers['last-event-id'] ?? query.after))),
)

/** The contract describes the text; it is sent as it comes. Proxies would hold it back. */
function asEvents(events: Readable) {
  return ok(events as unknown as string, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
}

function eventIdIn(text: string | string[] | undefined): number | undefined {
  if (text === undefined) return undefined
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw invalid('after', 'must be the id of an event of this stream')
}
