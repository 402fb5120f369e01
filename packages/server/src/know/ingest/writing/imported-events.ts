import { addressOwners } from '../../../govern/people/address-owners.ts'
import type { Handle } from '../../../ground/database/database.ts'
import { dayOf } from '../../../ground/platform/days.ts'
import type { EventStore } from '../../events/event-store.ts'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import { sessionsOf } from './counted-sessions.ts'
import { eventsOnDays } from './events-on-days.ts'
import { type ImportedRow, importedOf, insertImportedOf } from './imported-repository.ts'
import { relayedIds } from './relayed-repository.ts'
import { isSameEvent, type Witness } from './same-event.ts'

/** Types that both histories and telemetry report. */
const types: ReadonlySet<UsageType> = new Set(['session_start', 'message', 'model_call', 'tool_call'])

type Imported = Witness & { readonly users: readonly string[] }

function comparedSessions(events: readonly UsageEvent[]): string[] {
  return sessionsOf([events.filter(({ type }) => types.has(type))])
}

/**
 * Leaves out telemetry that its user has already imported from the agent's history. Imports of one user never hide
 * events of another.
 */
export async function withoutImported(
  handle: Handle,
  organizationId: string,
  shares: readonly (readonly UsageEvent[])[],
) {
  const isImported = await matcherOf(handle, organizationId, comparedSessions(shares.flat()))
  return shares.map((share) => share.filter((event) => isImported(event).length === 0))
}

interface Importing {
  readonly database: Handle
  readonly store: EventStore
  readonly organizationId: string
  /** The names by which the importing person may be known. */
  readonly users: readonly string[]
}

/**
 * Leaves out events of a history that telemetry has reported. Events of the relay do not count as reported here: they
 * give way to the history later. Events that were imported before are kept, unless `isStored` is set, which means that
 * all of `events` are stored.
 */
export async function withoutTold(
  { database, store, organizationId, users }: Importing,
  events: readonly UsageEvent[],
  isStored = false,
): Promise<readonly UsageEvent[]> {
  const sessions = comparedSessions(events)
  if (sessions.length === 0) return events
  const [imported, ofRelay] = await Promise.all([
    importedOf(database, organizationId, sessions),
    relayedIds(database, organizationId, sessions),
  ])
  const own = new Set(imported.map(({ event_id }) => event_id))
  const told = await eventsOnDays(store, organizationId, sessions, daysAround(events))
  const memberOf = await memberByAddress(database, organizationId)
  const telemetry = bySession(
    told.filter(({ id, user }) => !own.has(id) && !ofRelay.has(id) && users.includes(memberOf(user))),
  )
  return events.filter((event) => {
    const known = types.has(event.type) ? (telemetry.get(event.session) ?? []) : []
    return (own.has(event.id) && !isStored) || !known.some((each) => isSameEvent(each, event))
  })
}

/**
 * Records what was imported, so that later telemetry of it is left out. Call it when the events are stored: telemetry
 * must not be left out before.
 */
export async function recordImported(
  { database, organizationId, users }: Importing,
  events: readonly UsageEvent[],
  now: number,
): Promise<void> {
  const claimed = events.filter(({ type, session }) => types.has(type) && session !== '')
  if (claimed.length > 0) await insertImportedOf(database, organizationId, claimed, users, now)
}

/** The stored events of histories that duplicate this telemetry, which is stored. */
export async function importedToWithdraw(
  { database, store, organizationId }: Omit<Importing, 'users'>,
  telemetry: readonly UsageEvent[],
): Promise<UsageEvent[]> {
  const importedLike = await matcherOf(database, organizationId, comparedSessions(telemetry))
  const found = telemetry.flatMap((event) => importedLike(event).map(({ id }) => ({ id, event })))
  const ids = new Set(found.map(({ id }) => id))
  if (ids.size === 0) return []
  const told = found.map(({ event }) => event)
  const stored = await eventsOnDays(store, organizationId, comparedSessions(told), daysAround(told))
  return stored.filter(({ id }) => ids.has(id))
}

/** Returns a function that finds the imported events of the same user that an event of telemetry duplicates. */
async function matcherOf(handle: Handle, organizationId: string, sessions: readonly string[]) {
  const rows = sessions.length === 0 ? [] : await importedOf(handle, organizationId, sessions)
  const imported = bySession(rows.map(toImported))
  const memberOf = imported.size === 0 ? (user: string) => user : await memberByAddress(handle, organizationId)
  return (event: UsageEvent): readonly Imported[] => {
    const known = types.has(event.type) ? (imported.get(event.session) ?? []) : []
    return known.filter(({ users, ...each }) => users.includes(memberOf(event.user)) && isSameEvent(each, event))
  }
}

/** Maps the user of an event: a further address of a member becomes that member. */
async function memberByAddress(handle: Handle, organizationId: string): Promise<(user: string) => string> {
  const owners = await addressOwners(handle, organizationId)
  return (user) => {
    const owner = user.startsWith('e:') ? owners.get(user.slice(2)) : undefined
    return owner === undefined ? user : `u:${owner}`
  }
}

/** Includes the neighbouring days, since two reports of an event around midnight may be on different days. */
function daysAround(events: readonly UsageEvent[]): Set<string> {
  const margin = 60_000
  return new Set(events.flatMap(({ timeMs }) => [dayOf(Math.max(0, timeMs - margin)), dayOf(timeMs + margin)]))
}

function bySession<T extends { readonly session: string }>(all: readonly T[]): Map<string, T[]> {
  return Map.groupBy(all, ({ session }) => session)
}

function toImported({ session, event_id, users, type, name, ...row }: ImportedRow): Imported {
  const { time_ms, input_tokens, cache_read_tokens } = row
  return {
    session,
    id: event_id,
    users,
    type: type as UsageType,
    name,
    timeMs: Number(time_ms),
    inputTokens: Number(input_tokens),
    cacheReadTokens: Number(cache_read_tokens),
  }
}
