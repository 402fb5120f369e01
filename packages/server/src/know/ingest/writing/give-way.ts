import type { Database } from '../../../ground/database/database.ts'
import { dayMs, dayOf } from '../../../ground/platform/days.ts'
import type { EventStore } from '../../events/event-store.ts'
import { replaces } from '../../events/identity.ts'
import type { UsageEvent } from '../../events/usage-event.ts'
import * as repository from './relayed-repository.ts'
import { amountsOf, isWithdrawn, latenessMs, remaindersOf } from './remainder.ts'

/** Sessions of which something was told, from when to when. */
export type ToldSessions = Map<string, { readonly fromMs: number; readonly toMs: number }>

export function noteTimes(told: ToldSessions, session: string, fromMs: number, toMs: number): void {
  const known = told.get(session) ?? { fromMs, toMs }
  told.set(session, { fromMs: Math.min(known.fromMs, fromMs), toMs: Math.max(known.toMs, toMs) })
}

/** Notes the sessions of these events of which the relay counts turns. */
export function noteTold(told: ToldSessions, relayed: ReadonlySet<string>, events: readonly UsageEvent[]): void {
  for (const event of events) {
    const { session, timeMs } = event
    if (relayed.has(session) && amountsOf(event).length > 0) noteTimes(told, session, timeMs, timeMs)
  }
}

export type NewTurn = Omit<repository.StoredTurn, 'isCounted'>
export const markCounted = repository.markCounted

/**
 * Keeps turns that are about to be counted. Once it resolves, telemetry of them that the store does not show yet makes them give way
 * when it comes.
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
  /** For who counts turns first: nothing of them is stored yet, so what has given way need not be stored at all. */
  readonly isFirst?: boolean
}

/**
 * The events of the relay that count besides what agents reported by other ways of the same sessions: all that are new, and
 * those of which less is left than is stored. What was reported has to be stored before.
 */
export async function remaindersOfSessions(options: GivingWay, told: ToldSessions): Promise<UsageEvent[]> {
  const events: UsageEvent[] = []
  for (const [session, { fromMs, toMs }] of told) {
    const turns = await turnsAround(options, session, fromMs, toMs)
    if (turns.length > 0) events.push(...(await remaindersOfSession(options, session, turns)))
  }
  return events
}

/** All turns of the days of these turns, because what is stored is read by day. */
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
  const stored: UsageEvent[] = []
  for (const day of daysOf(turns)) stored.push(...(await store.eventsOfSessions(organizationId, [session], day)))
  const inStore = new Map(stored.map((event) => [event.id, event]))
  const countedBy = new Map(turns.flatMap(({ isCounted, events }) => events.map(({ id }) => [id, isCounted] as const)))
  const told = stored.filter((event) => !countedBy.has(event.id) && amountsOf(event).length > 0)
  return remaindersOf(turns, told).filter((event) => {
    const before = inStore.get(event.id)
    if (before) return replaces(event, before)
    // Of a turn that is counted, what is not stored has given way. Of another one, nobody knows whether it is about to be stored.
    return countedBy.get(event.id) === false && !(isFirst && isWithdrawn(event))
  })
}

/** The days of what may belong to the turns, and of their own events. */
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
