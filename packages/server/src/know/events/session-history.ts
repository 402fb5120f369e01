import { delegationLevels } from '@muster/contract/analytics'
import type { ClientType } from '@muster/contract/telemetry'
import { dayMs, dayOf } from '../../ground/platform/days.ts'
import { quote } from './columns.ts'
import { type AnswerKinds, asFloat, eventsOfDay, type Row } from './queries.ts'

/** Events of a session are connected over at most this many days. After a longer pause it counts as a new session. */
export const followedDays = 90

/** A start of a session, on the day or before it. */
export interface SessionStart {
  readonly user: string
  readonly session: string
  readonly client: ClientType
  /** The reported autonomy level, or empty. */
  readonly level: string
  readonly timeMs: number
}

/** Tool calls at one moment without a level, in a session with several reported levels. */
interface UnleveledCalls {
  readonly user: string
  readonly session: string
  readonly timeMs: number
  readonly quantity: number
}

/** What is needed about the sessions of a day besides the day's events. */
export interface SessionHistory {
  /** The starts of all sessions of the day, on that day and before. */
  readonly starts: readonly SessionStart[]
  readonly calls: readonly UnleveledCalls[]
}

/** The engine's operator for membership in a subquery. */
type Within = 'in' | 'global in'

const [user, session, type, extra, time] = ['user', 'session', 'type', 'extra', 'time_ms'].map(quote)

/** The types that make a person active in a session, so that its client is needed. */
const activity = `('session_start', 'message', 'model_call', 'tool_call')`

const levels = delegationLevels.map((level) => `'${level}'`).join(', ')
const isLevel: ReadonlySet<string> = new Set(delegationLevels)

/** For both engines, like `factsQuery`. `first` is the first day to read; `ofDay` is the condition for events of the day. */
export function startsQuery(
  source: string,
  organization: string,
  day: string,
  first: string,
  within: Within,
  ofDay = eventsOfDay(organization, day),
): string {
  // Each session once: there are far fewer sessions than events, and a look-up among all events takes twice as long.
  const wanted = `select distinct ${session} from ${source} where ${ofDay}`
  return `select ${user}, ${session}, ${quote('client')}, ${extra}, ${asFloat(`${time}`)}
from ${source}
where ${startsBetween(organization, first, day)} and ${session} ${within} (${wanted})
group by ${user}, ${session}, ${quote('client')}, ${extra}, ${time}`
}

export const startKinds: AnswerKinds = ['text', 'text', 'text', 'text', 'number']

export function toStart(row: Row): SessionStart {
  const [user, session, client] = [row.text(0), row.text(1), row.text(2) as ClientType]
  return { user, session, client, level: row.text(3), timeMs: row.number(4) }
}

/** Whether a session reported several levels, so that the times of its calls without a level matter. */
export function tellSeveralLevels(starts: readonly SessionStart[]): boolean {
  const first = new Map<string, string>()
  return starts.some(({ session, level }) => {
    return isLevel.has(level) && first.getOrInsert(session, level) !== level
  })
}

/** The same as SQL: how many levels sessions reported beyond one each. `session` and `level` are columns of starts. */
export function countFurtherLevels(session: string, level: string): string {
  const isReported = `filter (where ${level} in (${levels}))`
  return `count(distinct (${session}, ${level})) ${isReported} - count(distinct ${session}) ${isReported}`
}

/** `source` contains each event of the day once; `all` contains the events of all days. */
export function unleveledQuery(
  { source, all }: { readonly source: string; readonly all: string },
  organization: string,
  day: string,
  first: string,
  within: Within,
): string {
  const several = `select ${session} from ${all}
    where ${startsBetween(organization, first, day)} and ${extra} in (${levels})
    group by ${session} having count(distinct ${extra}) > 1`
  return `select ${user}, ${session}, ${asFloat(`${time}`)}, sum(${asFloat(quote('quantity'))})
from ${source}
where ${eventsOfDay(organization, day)} and ${type} = 'tool_call' and ${extra} not in (${levels}) and ${session} ${within} (${several})
group by ${user}, ${session}, ${time}`
}

export const unleveledKinds: AnswerKinds = ['text', 'text', 'number', 'number']

export function toUnleveled(row: Row): UnleveledCalls {
  return { user: row.text(0), session: row.text(1), timeMs: row.number(2), quantity: row.number(3) }
}

/** The later days on which sessions that start on a day continue. */
export function laterDaysQuery(
  source: string,
  organization: string,
  { day, last }: { readonly day: string; readonly last: string },
  within: Within,
): string {
  const sessions = `select ${session} from ${source} where ${startsBetween(organization, day, day)}`
  return `select distinct ${quote('day')} from ${source}
where ${quote('organization')} = ${organization} and ${between('day', day, last)} and ${between('id_day', day, last)}
  and ${quote('day')} <> ${day} and ${type} in ${activity} and ${session} ${within} (${sessions})`
}

/** Ids of starts are stored under their days, so engines need not read other days. */
function startsBetween(organization: string, first: string, last: string): string {
  const conditions = [
    `${quote('organization')} = ${organization}`,
    between('day', first, last),
    between('id_day', first, last),
    `${type} = 'session_start' and ${session} <> '' and ${quote('quantity')} > 0`,
  ]
  return conditions.join(' and ')
}

function between(column: string, first: string, last: string): string {
  return `${quote(column)} >= ${first} and ${quote(column)} <= ${last}`
}

export function firstFollowedDay(day: string): string {
  return dayOf(Math.max(0, Date.parse(day) - followedDays * dayMs))
}

export function lastFollowingDay(day: string): string {
  return dayOf(Date.parse(day) + followedDays * dayMs)
}
