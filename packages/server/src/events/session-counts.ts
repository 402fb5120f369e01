import { quote } from './columns.ts'
import type { SessionCounts } from './event-store.ts'
import { eventsOfDay, type Row } from './queries.ts'

/**
 * For both engines. `countIf` counts each event that meets a condition once; the other texts are literals or
 * parameters.
 */
export function sessionCountsQuery(
  source: string,
  countIf: (condition: string) => string,
  organization: string,
  day: string,
  session: string,
): string {
  const ofTypes = (types: string) => `${countIf(`${quote('type')} in (${types})`)} * 1e0`
  return `select ${ofTypes(`'model_call'`)}, ${ofTypes(`'session_start', 'message', 'tool_call'`)} from ${source}
where ${eventsOfDay(organization, day)} and ${quote('session')} = ${session}`
}

export function toSessionCounts(row: Row): SessionCounts {
  return { modelCalls: row.number(0), work: row.number(1) }
}

/** Sessions are literals or parameters; `selection` is what the engine selects of events. */
export function sessionEventsQuery(
  selection: string,
  source: string,
  organization: string,
  day: string,
  sessions: readonly string[],
): string {
  return `select ${selection} from ${source}
where ${eventsOfDay(organization, day)} and ${quote('session')} in (${sessions.join(', ')})`
}
