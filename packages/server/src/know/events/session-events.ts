import { quote } from './columns.ts'
import { eventsOfDay } from './queries.ts'

/** Sessions are literals or parameters; `selection` is the engine's select list of events. */
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
