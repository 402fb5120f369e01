import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'
import { latenessMs } from './remainder.ts'

const forgetTurns = query(
  'ingest.forget_relayed_turns',
  `with gone as (delete from relayed_turns where ended_ms < $1 returning organization_id, agent_session, ended_ms)
   insert into counted_sessions (organization_id, agent_session, kind, source, until_ms)
   select organization_id, agent_session, kind, 'relay', max(ended_ms) + $2 from gone
   cross join (values ('tokens'), ('work')) as each (kind) group by organization_id, agent_session, kind
   on conflict (organization_id, agent_session, kind)
     do update set source = 'relay', until_ms = greatest(counted_sessions.until_ms, excluded.until_ms)`,
)

/** For every organization. After that, the relay's count of these turns is final. */
export function forgetRelayedBefore(handle: Handle, before: number): Promise<number> {
  return handle.run(forgetTurns, [before, latenessMs])
}
