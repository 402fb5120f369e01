import { addressOwners } from '../../../govern/people/address-owners.ts'
import type { Handle } from '../../../ground/database/database.ts'
import { dayOf } from '../../../ground/platform/days.ts'
import type { EventStore } from '../../events/event-store.ts'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import { type ImportedRow, importedOf, insertImportedOf } from './imported-repository.ts'
import { relayedIds } from './relayed-repository.ts'
import { isSameEvent, type Witness } from './same-event.ts'

/** Types that both histories and telemetry report. */
const types: ReadonlySet<UsageType> = new Set(['session_start', 'message', 'model_call', 'tool_call'])

type Imported = Witness & { readonly users: readonly string[] }

function sessionsOf(events: readonly UsageEvent[]): string[] {
  const sessions = new Set(events.filter(({ type }) => types.has(type)).map(({ session }) => session))
  sessions.delete('')
  return [...sessions]
}

/**
 * Telemetry without events that its user imported from the agent's history before. Nobody can hide the events of others by
 * importing them.
 */
export async function withoutImported(
  handle: Handle,
  organizationId: string,
  shares: readonly (readonly UsageEvent[])[],
) {
  const isImported = await matcherOf(handle, organizationId, sessionsOf(shares.flat()))
  return shares.map((share) => share.filter((event) => isImported(event).length === 0))
}

interface Importing {
  readonly database: Handle
  readonly store: EventStore
  readonly organizationId: string
  /** The names under which the importing person may be known. */
  readonly users: readonly string[]
}

/**
 * Events of a history without those that telemetry has reported. What the relay told is no reason to leave anything out: it
 * gives way later. What was imported before is kept, as `isStored` says of all.
 */
export async function withoutTold(
  { database, store, organizationId, users }: Importing,
  events: readonly UsageEvent[],
  isStored = false,
): Promise<readonly UsageEvent[]> {
  const sessions = sessionsOf(events)
  if (sessions.length === 0) return events
  const [imported, ofRelay] = await Promise.all([
    importedOf(database, organizationId, sessions),
    relayedIds(database, organizationId, sessions),
  ])
  const own = new Set(imported.map(({ event_id }) => event_id))
  const told: UsageEvent[] = []
  for (const day of daysAround(events)) told.push(...(await store.eventsOfSessions(organizationId, sessions, day)))
  const memberOf = await memberByAddress(database, organizationId)
  const telemetry = bySession(
    told.filter(({ id, user }) => !own.has(id) && !ofRelay.has(id) && users.includes(memberOf(user))),
  )
  return events.filter((event) => {
    const known = types.has(event.type) ? (telemetry.get(event.session) ?? []) : []
    return (own.has(event.id) && !isStored) || !known.some((each) => isSameEvent(each, event))
  })
}

/** Records what was imported, for telemetry that comes later. Call it when it is stored: until then it hides nothing. */
export async function recordImported(
  { database, organizationId, users }: Importing,
  events: readonly UsageEvent[],
  now: number,
): Promise<void> {
  const claimed = events.filter(({ type, session }) => types.has(type) && session !== '')
  if (claimed.length > 0) await insertImportedOf(database, organizationId, claimed, users, now)
}

/** The stored events of histories that tell the same as this telemetry, which is stored. */
export async function importedToWithdraw(
  { database, store, organizationId }: Omit<Importing, 'users'>,
  telemetry: readonly UsageEvent[],
): Promise<UsageEvent[]> {
  const importedLike = await matcherOf(database, organizationId, sessionsOf(telemetry))
  const found = telemetry.flatMap((event) => importedLike(event).map(({ id }) => ({ id, event })))
  const ids = new Set(found.map(({ id }) => id))
  if (ids.size === 0) return []
  const told = found.map(({ event }) => event)
  const stored: UsageEvent[] = []
  for (const day of daysAround(told))
    stored.push(...(await store.eventsOfSessions(organizationId, sessionsOf(told), day)))
  return stored.filter(({ id }) => ids.has(id))
}

/** For an event of telemetry, what its user imported that tells the same. */
async function matcherOf(handle: Handle, organizationId: string, sessions: readonly string[]) {
  const rows = sessions.length === 0 ? [] : await importedOf(handle, organizationId, sessions)
  const imported = bySession(rows.map(toImported))
  const memberOf = imported.size === 0 ? (user: string) => user : await memberByAddress(handle, organizationId)
  return (event: UsageEvent): readonly Imported[] => {
    const known = types.has(event.type) ? (imported.get(event.session) ?? []) : []
    return known.filter(({ users, ...each }) => users.includes(memberOf(event.user)) && isSameEvent(each, event))
  }
}

/** The user of an event; for a further address of a member, that member. */
async function memberByAddress(handle: Handle, organizationId: string): Promise<(user: string) => string> {
  const owners = await addressOwners(handle, organizationId)
  return (user) => {
    const owner = user.startsWith('e:') ? owners.get(user.slice(2)) : undefined
    return owner === undefined ? user : `u:${owner}`
  }
}

/** Includes the neighbouring days, since the two reports of an event at midnight may be on either side of it. */
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
