import type { Database } from '../../../ground/database/database.ts'
import { dayMs, dayOf } from '../../../ground/platform/days.ts'
import type { EventStore } from '../../events/event-store.ts'
import { replaces } from '../../events/identity.ts'
import type { UsageEvent } from '../../events/usage-event.ts'
import { eventsOnDays } from './events-on-days.ts'
import * as repository from './relayed-repository.ts'
import { amountsOf, isWithdrawn, latenessMs, remaindersOf } from './remainder.ts'

/** Sessions with reports, and the time span of these reports. */
export type ToldSessions = Map<string, { readonly fromMs: number; readonly toMs: number }>

export function noteTimes(told: ToldSessions, session: string, fromMs: number, toMs: number): void {
  const known = told.get(session) ?? { fromMs, toMs }
  told.set(session, { fromMs: Math.min(known.fromMs, fromMs), toMs: Math.max(known.toMs, toMs) })
}

/** Notes the sessions of these events for which the relay counts turns. */
export function noteTold(told: ToldSessions, relayed: ReadonlySet<string>, events: readonly UsageEvent[]): void {
  for (const event of events) {
    const { session, timeMs } = event
    if (relayed.has(session) && amountsOf(event).length > 0) noteTimes(told, session, timeMs, timeMs)
  }
}

export type NewTurn = Omit<repository.StoredTurn, 'isCounted'>
export const markCounted = repository.markCounted

/**
 * Stores turns that are about to be counted. Once it resolves, telemetry that the store does not show yet will find
 * these turns when it is stored, and reduce what they count.
 */
export function keepTurns(database: Database, organizationId: string, turns: readonly NewTurn[]): Promise<void> {
  return database.transaction(async (tx) => {
    for (const turn of turns) await repository.insertRelayed(tx, organizationId, turn)
  })
}

interface GivingWay {
  readonly database: Database
  readonly store: EventStore
  readonly organizationId: string
  /**
   * Set when turns are counted for the first time: none of them is stored yet, so superseded events need not be stored
   * at all.
   */
  readonly isFirst?: boolean
}

/**
 * The relay's events that count in addition to other reports of the same sessions: all new ones, and those of which
 * less remains than is stored. The other reports must be stored before.
 */
export async function remaindersOfSessions(options: GivingWay, told: ToldSessions): Promise<UsageEvent[]> {
  const events: UsageEvent[] = []
  for (const [session, { fromMs, toMs }] of told) {
    const turns = await turnsAround(options, session, fromMs, toMs)
    if (turns.length > 0) events.push(...(await remaindersOfSession(options, session, turns)))
  }
  return events
}

/** All turns on the days of these turns, because stored events are read by day. */
async function turnsAround(
  { database, organizationId }: GivingWay,
  session: string,
  fromMs: number,
  toMs: number,
): Promise<repository.StoredTurn[]> {
  for (let [from, to] = [beginOf(fromMs), endOf(toMs)]; ; ) {
    const turns = await repository.turnsBetween(database, organizationId, [session], from, to)
    const earliest = beginOf(Math.min(from, ...turns.map(({ beganMs }) => beganMs)))
    const latest = endOf(Math.max(to, ...turns.map(({ endedMs }) => endedMs + latenessMs)))
    if (earliest >= from && latest <= to) return turns
    from = earliest
    to = latest
  }
}

async function remaindersOfSession(
  { store, organizationId, isFirst = false }: GivingWay,
  session: string,
  turns: readonly repository.StoredTurn[],
): Promise<UsageEvent[]> {
  const stored = await eventsOnDays(store, organizationId, [session], daysOf(turns))
  const inStore = new Map(stored.map((event) => [event.id, event]))
  const countedBy = new Map(turns.flatMap(({ isCounted, events }) => events.map(({ id }) => [id, isCounted] as const)))
  const told = stored.filter((event) => !countedBy.has(event.id) && amountsOf(event).length > 0)
  return remaindersOf(turns, told).filter((event) => {
    const before = inStore.get(event.id)
    if (before) return replaces(event, before)
    // If a turn is counted, its events that are not stored were superseded. If it is not, they may be about to be
    // stored.
    return countedBy.get(event.id) === false && !(isFirst && isWithdrawn(event))
  })
}

/** The days of reports that may belong to the turns, and of the turns' own events. */
function daysOf(turns: readonly repository.StoredTurn[]): Set<string> {
  const days = new Set(turns.flatMap(({ events }) => events.map(({ timeMs }) => dayOf(timeMs))))
  for (const { beganMs, endedMs } of turns) {
    for (let at = beginOf(beganMs); at <= endedMs + latenessMs; at += dayMs) days.add(dayOf(at))
  }
  return days
}

function beginOf(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs
}

function endOf(ms: number): number {
  return beginOf(ms) + dayMs - 1
}
