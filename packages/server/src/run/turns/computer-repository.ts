import type { ContentBlock } from '@muster/contract/message'
import type { SessionSettings } from '@muster/contract/session'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

const findEpoch = query<{ epoch: number; is_connected: boolean }>(
  'turns.find_epoch',
  'select epoch, node_id is not null as is_connected from computers where organization_id = $1 and id = $2',
)

export function connectionOf(handle: Handle, organizationId: string, computerId: string) {
  return handle.find(findEpoch, [organizationId, computerId])
}

const findSessions = query<{ id: string }>(
  'turns.find_sessions',
  'select id from sessions where organization_id = $1 and computer_id = $2 and id = any($3::uuid[])',
)

/** Returns which of these sessions exist on this computer. */
export function sessionsOn(handle: Handle, organizationId: string, computerId: string, ids: readonly string[]) {
  return handle.many(findSessions, [organizationId, computerId, ids])
}

const listRunning = query<{ id: string; turn_id: string }>(
  'turns.list_running',
  `select id, turn_id from sessions
   where organization_id = $1 and computer_id = $2 and status = 'running'`,
)

export function runningOn(handle: Handle, organizationId: string, computerId: string) {
  return handle.many(listRunning, [organizationId, computerId])
}

/** The first message of a pending session, which waits until a computer takes it. */
export interface WaitingTurn extends Record<string, unknown> {
  session_id: string
  message_id: string
  user_id: string
  content: ContentBlock[]
  content_bytes: number
  settings: SessionSettings
  turns: number
  is_offline: boolean
}

const listWaiting = query<WaitingTurn>(
  'turns.list_waiting',
  `select distinct on (q.session_id) q.session_id, q.message_id, m.user_id, m.content, octet_length(m.content::text) as content_bytes,
     s.settings, s.turns, s.is_offline
   from message_queue q
   join sessions s on s.id = q.session_id and s.organization_id = q.organization_id
   join messages m on m.session_id = q.session_id and m.id = q.message_id and m.organization_id = q.organization_id
   join computers c on c.id = q.computer_id and c.organization_id = q.organization_id and c.epoch = $3
   where q.organization_id = $1 and q.computer_id = $2 and s.status = 'pending'
   order by q.session_id, q.id`,
)

/** Returns no row if the connection is no longer in force. */
export function waitingFor(
  handle: Handle,
  { organizationId, computerId, epoch }: { organizationId: string; computerId: string; epoch: number },
): Promise<WaitingTurn[]> {
  return handle.many(listWaiting, [organizationId, computerId, epoch])
}

const listOrders = query<{
  session_id: string
  turn_id: string
  permission_id: string | null
  option_id: string | null
  user_id: string | null
}>(
  'turns.list_orders',
  `select s.id as session_id, s.turn_id, null as permission_id, null as option_id, null as user_id from sessions s
   where s.organization_id = $1 and s.computer_id = $2 and s.status = 'running' and s.status_reason = 'interrupting'
   union all
   select p.session_id, p.turn_id, p.id, p.option_id, p.decided_by from permissions p
   join sessions s on s.id = p.session_id and s.organization_id = p.organization_id and s.turn_id = p.turn_id
   where s.organization_id = $1 and s.computer_id = $2 and s.status = 'running' and p.option_id is not null`,
)

/** Decisions of people about the turns that run on a computer: interruptions, and answers to the agents' questions. */
export function ordersFor(handle: Handle, organizationId: string, computerId: string) {
  return handle.many(listOrders, [organizationId, computerId])
}

const listToLookAt = query<{ id: string }>(
  'turns.list_computers_to_look_at',
  `select here.id from unnest($1::uuid[], $2::bigint[]) as here (id, epoch)
     where not exists (
       select 1 from computers c join users u on u.organization_id = c.organization_id and u.id = c.user_id
       where c.id = here.id and c.epoch = here.epoch and (u.removed_at is null or c.provider_type = 'managed'))
   union
   select q.computer_id from message_queue q
     join sessions s on s.id = q.session_id and s.organization_id = q.organization_id
     where q.computer_id = any($1::uuid[]) and s.status = 'pending'
   union
   select computer_id from relay_questions where computer_id = any($1::uuid[]) and answer is null
   union
   select here.computer_id
     from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[]) as here (organization_id, computer_id, session_id, turn_id)
     left join sessions s on s.organization_id = here.organization_id and s.id = here.session_id
       and s.computer_id = here.computer_id and s.turn_id = here.turn_id and s.status = 'running'
     where s.id is null or s.status_reason = 'interrupting' or exists (
       select 1 from permissions p where p.session_id = s.id and p.turn_id = s.turn_id and p.option_id is not null)`,
)

export interface RunningTurn {
  readonly organizationId: string
  readonly computerId: string
  readonly sessionId: string
  readonly turnId: string
}

/** Returns the connections that are stale, have work, or run turns that have ended: one statement for all of them. */
export async function toLookAt(
  handle: Handle,
  connections: readonly { readonly computerId: string; readonly epoch: number }[],
  running: readonly RunningTurn[],
): Promise<string[]> {
  const columns = [
    connections.map(({ computerId }) => computerId),
    connections.map(({ epoch }) => epoch),
    running.map(({ organizationId }) => organizationId),
    running.map(({ computerId }) => computerId),
    running.map(({ sessionId }) => sessionId),
    running.map(({ turnId }) => turnId),
  ]
  return (await handle.many(listToLookAt, columns)).map(({ id }) => id)
}

const setOffline = query<{ id: string; version: number }>(
  'turns.set_offline',
  `update sessions set is_offline = $3, version = version + 1, updated_at = greatest(updated_at, $4)
   where organization_id = $1 and computer_id = $2 and status <> 'idle' and is_offline <> $3 returning id, version`,
)

/** Records for the busy sessions of a computer whether it is away. Returns those that changed. */
export function markOffline(
  handle: Handle,
  { organizationId, computerId }: { organizationId: string; computerId: string },
  isOffline: boolean,
  now: number,
) {
  return handle.many(setOffline, [organizationId, computerId, isOffline, now])
}
