import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'

const findClaims = query<{ is_relayed: boolean; is_imported: boolean }>(
  'ingest.find_claims',
  `select exists (select from relayed_turns where organization_id = $1)
     or exists (select from counted_sessions where organization_id = $1 and source = 'relay') as is_relayed,
     exists (select from imported_events where organization_id = $1) as is_imported`,
)

/** Whether anything of the organization was counted from the relay or imported. Every write asks, so it is one statement. */
export async function claimsOf(handle: Handle, organizationId: string) {
  const { is_relayed: isRelayed, is_imported: isImported } = await handle.get(findClaims, [organizationId])
  return { isRelayed, isImported }
}
