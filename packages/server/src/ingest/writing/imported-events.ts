import type { Tx } from '../../database/database.ts'
import type { EventStore } from '../../events/event-store.ts'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import { addressOwners } from '../../people/address-owners.ts'
import { dayOf } from '../../platform/days.ts'
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
 * Telemetry without events that its user imported from the agent's history before: the first report counts. Nobody can
 * hide the events of others by importing them. Call it in the transaction that writes the rest, with the lock of claims
 * shared.
 */
export async function withoutImported(
  tx: Tx,
  organizationId: string,
  shares: readonly (readonly UsageEvent[])[],
): Promise<(readonly UsageEvent[])[]> {
  const sessions = sessionsOf(shares.flat())
  if (sessions.length === 0) return [...shares]
  const imported = bySession((await importedOf(tx, organizationId, sessions)).map(toImported))
  if (imported.size === 0) return [...shares]
  const memberOf = await memberByAddress(tx, organizationId)
  const isNew = (event: UsageEvent) => {
    const known = types.has(event.type) ? (imported.get(event.session) ?? []) : []
    return !known.some(({ users, ...each }) => users.includes(memberOf(event.user)) && isSameEvent(each, event))
  }
  return shares.map((share) => share.filter(isNew))
}

interface Importing {
  readonly store: EventStore
  readonly organizationId: string
  /** The names under which the importing person may be known. */
  readonly users: readonly string[]
  readonly now: number
}

/**
 * Events of a history without those that telemetry has reported. The rest is recorded, for telemetry that comes later.
 * What the relay told is no reason to leave anything out: it gives way later. Call it with the exclusive lock of claims.
 */
export async function claimImported(
  tx: Tx,
  { store, organizationId, users, now }: Importing,
  events: readonly UsageEvent[],
): Promise<readonly UsageEvent[]> {
  const sessions = sessionsOf(events)
  if (sessions.length === 0) return events
  const [imported, ofRelay] = await Promise.all([
    importedOf(tx, organizationId, sessions),
    relayedIds(tx, organizationId, sessions),
  ])
  const own = new Set(imported.map(({ event_id }) => event_id))
  const told: UsageEvent[] = []
  for (const day of daysAround(events)) told.push(...(await store.eventsOfSessions(organizationId, sessions, day)))
  const memberOf = await memberByAddress(tx, organizationId)
  const telemetry = bySession(
    told.filter(({ id, user }) => !own.has(id) && !ofRelay.has(id) && users.includes(memberOf(user))),
  )
  const fresh = events.filter((event) => {
    const known = types.has(event.type) ? (telemetry.get(event.session) ?? []) : []
    return own.has(event.id) || !known.some((each) => isSameEvent(each, event))
  })
  const claimed = fresh.filter(({ type, session }) => types.has(type) && session !== '')
  if (claimed.length > 0) await insertImportedOf(tx, organizationId, claimed, users, now)
  return fresh
}

/** The user of an event; for a further address of a member, that member. */
async function memberByAddress(tx: Tx, organizationId: string): Promise<(user: string) => string> {
  const owners = await addressOwners(tx, organizationId)
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
