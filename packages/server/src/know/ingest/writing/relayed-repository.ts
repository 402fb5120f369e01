import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'
import { blank, type UsageEvent } from '../../events/usage-event.ts'
import { latenessMs, type RelayedTurn } from './remainder.ts'

/** A turn that the relay reported, which is compared with its agent's other reports. */
export interface StoredTurn extends RelayedTurn {
  readonly session: string
  readonly turnId: string
  /** Whether its events are in the event store, unless they were superseded. */
  readonly isCounted: boolean
}

const listRelayedSessions = query<{ agent_session: string }>(
  'ingest.list_relayed_sessions',
  'select distinct agent_session from relayed_turns where organization_id = $1 and agent_session = any($2::text[])',
)

export async function relayedAmong(handle: Handle, organizationId: string, sessions: readonly string[]) {
  const rows = await handle.many(listRelayedSessions, [organizationId, sessions])
  return new Set(rows.map(({ agent_session }) => agent_session))
}

const listRelayedIds = query<{ id: string }>(
  'ingest.list_relayed_ids',
  `select event ->> 'id' as id from relayed_turns, json_array_elements(events) event
   where organization_id = $1 and agent_session = any($2::text[])`,
)

/** The ids of all events of the relay in some sessions. */
export async function relayedIds(handle: Handle, organizationId: string, sessions: readonly string[]) {
  return new Set((await handle.many(listRelayedIds, [organizationId, sessions])).map(({ id }) => id))
}

const insertTurn = query(
  'ingest.insert_relayed_turn',
  `insert into relayed_turns (organization_id, agent_session, turn_id, user_name, began_ms, ended_ms, events)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (organization_id, agent_session, turn_id) do nothing`,
)

export function insertRelayed(
  handle: Handle,
  organizationId: string,
  turn: Omit<StoredTurn, 'isCounted'>,
): Promise<number> {
  const { session, turnId, beganMs, endedMs, events } = turn
  const user = events[0]?.user ?? ''
  return handle.run(insertTurn, [organizationId, session, turnId, user, beganMs, endedMs, packed(events)])
}

const markTurns = query(
  'ingest.mark_relayed_turns',
  'update relayed_turns set is_counted = true where organization_id = $1 and turn_id = any($2::text[])',
)

export function markCounted(handle: Handle, organizationId: string, turnIds: readonly string[]): Promise<number> {
  return handle.run(markTurns, [organizationId, turnIds])
}

interface TurnRow extends Record<string, unknown> {
  agent_session: string
  turn_id: string
  began_ms: number
  ended_ms: number
  is_counted: boolean
  events: Partial<UsageEvent>[]
}

const listTurns = query<TurnRow>(
  'ingest.list_relayed_turns',
  `select agent_session, turn_id, began_ms, ended_ms, is_counted, events from relayed_turns
   where organization_id = $1 and agent_session = any($2::text[]) and began_ms <= $4 and ended_ms >= $3`,
)

/** The turns of some sessions to which reports between these times may belong. */
export async function turnsBetween(
  handle: Handle,
  organizationId: string,
  sessions: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<StoredTurn[]> {
  const rows = await handle.many(listTurns, [organizationId, sessions, fromMs - latenessMs, toMs])
  return rows.map(({ agent_session: session, turn_id: turnId, began_ms, ended_ms, is_counted, events }) => {
    return { session, turnId, beganMs: began_ms, endedMs: ended_ms, isCounted: is_counted, events: unpacked(events) }
  })
}

/** Packs events: most fields of most events are blank, and all events of a turn agree in most of the others. */
function packed(events: readonly UsageEvent[]): string {
  const [first] = events
  const all = events.map((event, index) => {
    const known: Partial<UsageEvent> = index === 0 || !first ? blank : { ...first, ...blankContent }
    return Object.fromEntries(
      Object.entries(event).filter(([field, value]) => known[field as keyof UsageEvent] !== value),
    )
  })
  return JSON.stringify(all)
}

function unpacked(packed: readonly Partial<UsageEvent>[]): UsageEvent[] {
  const first = { ...blank, ...packed[0] } as UsageEvent
  return packed.map((event, index) => (index === 0 ? first : { ...first, ...blankContent, ...event }))
}

const { agent: _agent, agentVersion: _version, repository: _repository, branch: _branch, ...blankContent } = blank
