import type { TokenUsage } from '@muster/contract/session'
import type { ClientType } from '@muster/contract/telemetry'
import type { Handle, Tx } from '../database/database.ts'
import { query } from '../database/query.ts'

/** A turn that ended, with everything that is counted of it. */
export interface EndedTurn {
  readonly sessionId: string
  readonly turnId: string
  readonly userId: string
  readonly agentSession: string | null
  readonly client: ClientType
  readonly model: string | null
  readonly autonomyLevel: string | null
  readonly interactionMode: string | null
  readonly usage: TokenUsage | null
  readonly isFirst: boolean
  readonly at: number
  /** Ids of the messages of the agent. */
  readonly answers: readonly string[]
  /** Calls of tools that have a result. */
  readonly tools: readonly { readonly id: string; readonly name: string }[]
}

const blocks = (condition: string, selected: string) => `(select coalesce(json_agg(${selected}), '[]')
   from messages m, json_array_elements(m.content) b
   where m.organization_id = s.organization_id and m.session_id = s.id and m.seq > s.turn_first_seq
     and m.user_id is null and ${condition})`

const insertTurn = query(
  'metering.insert_turn',
  `insert into ended_turns (organization_id, turn)
   select s.organization_id, json_build_object('sessionId', s.id, 'turnId', $3::text, 'userId', s.user_id,
     'agentSession', s.agent_session, 'client', coalesce(s.client, 'non-interactive-cli'),
     'model', coalesce($4, s.settings ->> 'model'), 'autonomyLevel', s.settings ->> 'autonomyLevel',
     'interactionMode', s.settings ->> 'interactionMode', 'usage', $5::json, 'isFirst', s.turns = 1, 'at', $6::bigint,
     'answers', ${blocks(`m.role = 'assistant' and b ->> 'type' = 'text'`, 'distinct m.id::text')},
     'tools', ${blocks(
       `b ->> 'type' = 'tool_use' and exists (select 1 from messages r, json_array_elements(r.content) t
          where r.organization_id = s.organization_id and r.session_id = s.id and r.seq > s.turn_first_seq
            and t ->> 'type' = 'tool_result' and t ->> 'toolUseId' = b ->> 'id')`,
       `json_build_object('id', b ->> 'id', 'name', b ->> 'name')`,
     )})
   from sessions s where s.organization_id = $1 and s.id = $2`,
)

interface EndingTurn {
  readonly organizationId: string
  readonly sessionId: string
  readonly turnId: string
  readonly model: string | null
  readonly usage: TokenUsage | null
  readonly at: number
}

export function insert(tx: Tx, { organizationId, sessionId, turnId, model, usage, at }: EndingTurn): Promise<number> {
  return tx.run(insertTurn, [organizationId, sessionId, turnId, model, usage && JSON.stringify(usage), at])
}

const listTurns = query<{ id: number; organization_id: string; turn: EndedTurn }>(
  'metering.list_turns',
  'select id, organization_id, turn from ended_turns where id > $1 order by id limit $2',
)

/** Across organizations, the oldest first. */
export function list(handle: Handle, after: number, limit: number) {
  return handle.many(listTurns, [after, limit])
}

const deleteTurns = query('metering.delete_turns', 'delete from ended_turns where id = any($1::bigint[])')

export function remove(handle: Handle, ids: readonly number[]): Promise<number> {
  return handle.run(deleteTurns, [ids])
}
