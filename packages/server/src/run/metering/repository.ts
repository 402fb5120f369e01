import type { Handle, Tx } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { countedReport, type EndedTurn, type EndingTurn } from './ended-turn.ts'

const insertTurn = query(
  'metering.insert_turn',
  `with said as (
     select m.id, m.role, b as block from sessions s
     join messages m on m.organization_id = s.organization_id and m.session_id = s.id and m.seq > s.turn_first_seq
     cross join json_array_elements(m.content) b
     where s.organization_id = $1 and s.id = $2 and m.user_id is null),
   tools as (
     select distinct on (u.block ->> 'id') u.block ->> 'id' as id, u.block ->> 'name' as name,
       coalesce((r.block ->> 'isError')::boolean, false) as is_error
     from said u, said r
     where u.block ->> 'type' = 'tool_use' and r.block ->> 'type' = 'tool_result' and r.block ->> 'toolUseId' = u.block ->> 'id')
   insert into ended_turns (organization_id, turn)
   select s.organization_id, json_build_object('sessionId', s.id, 'turnId', $3::text, 'userId', s.user_id,
     'agentSession', s.agent_session, 'client', coalesce(s.client, 'non-interactive-cli'),
     'model', $4::text, 'autonomyLevel', s.settings ->> 'autonomyLevel',
     'interactionMode', s.settings ->> 'interactionMode', 'inForce', s.in_force, 'isFirst', s.turns = 1,
     'at', $5::bigint, 'usage', $6::json, 'spent', $7::json, 'report', $8::json,
     'postedAt', (select p.created_at from messages p
       where p.organization_id = $1 and p.session_id = $2 and p.id::text = $3),
     'answers', (select coalesce(json_agg(distinct id::text), '[]') from said
       where role = 'assistant' and block ->> 'type' = 'text'),
     'tools', (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isError', is_error)), '[]') from tools))
   from sessions s where s.organization_id = $1 and s.id = $2`,
)

export function insert(tx: Tx, turn: EndingTurn): Promise<number> {
  const { organizationId, sessionId, turnId, usage, spent, at } = turn
  const report = countedReport(turn.report)
  const texts = [usage, spent, report].map((value) => (value ? JSON.stringify(value) : null))
  return tx.run(insertTurn, [organizationId, sessionId, turnId, spent?.[0]?.model ?? null, at, ...texts])
}

const listTurns = query<{ id: number; organization_id: string; turn: EndedTurn }>(
  'metering.list_turns',
  'select id, organization_id, turn from ended_turns where id > $1 order by id limit $2',
)

/** Ended turns of all organizations, the oldest first. */
export function list(handle: Handle, after: number, limit: number) {
  return handle.many(listTurns, [after, limit])
}

const deleteTurns = query('metering.delete_turns', 'delete from ended_turns where id = any($1::bigint[])')

export function remove(handle: Handle, ids: readonly number[]): Promise<number> {
  return handle.run(deleteTurns, [ids])
}
