import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { ApiKeyRow } from './repository.ts'

/** All keys that were made with one of these keys, or with a key made with it, and so on, active or not. */
const descent = `with recursive made (root, id) as (
     select k.parent_id, k.id from api_keys k where k.organization_id = $1 and k.parent_id = any($2)
     union all
     select made.root, k.id from made join api_keys k on k.parent_id = made.id and k.organization_id = $1)`

const countDescendants = query<{ root: string; live: number }>(
  'keys.count_descendants',
  `${descent}
   select made.root, count(*) as live from made join api_keys k on k.id = made.id and k.organization_id = $1
   where k.revoked_at is null and (k.expires_at is null or k.expires_at > $3)
   group by made.root`,
)

/** The number of active keys that descend from each of these. */
export async function liveDescendants(
  handle: Handle,
  organizationId: string,
  ids: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await handle.many(countDescendants, [organizationId, ids, now])
  return new Map(rows.map(({ root, live }) => [root, live]))
}

const revokeDescendants = query<Pick<ApiKeyRow, 'id' | 'name' | 'user_id' | 'scopes'>>(
  'keys.revoke_descendants',
  `${descent}
   update api_keys k set revoked_at = $4 from made
   where k.organization_id = $1 and k.id = made.id and k.revoked_at is null and ($3::uuid is null or k.user_id = $3)
   returning k.id, k.name, k.user_id, k.scopes`,
)

/** `userId` restricts it to keys of that user. */
export function revokeAll(handle: Handle, organizationId: string, id: string, userId: string | null, now: number) {
  return handle.many(revokeDescendants, [organizationId, [id], userId, now])
}
