import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { reopen } from './repository.ts'

interface ChangedIdentity extends Record<string, unknown> {
  organization_id: string
  email_key: string
  user_id: string | null
}

const listIdentities = query<ChangedIdentity>(
  'analytics.list_identities',
  `select i.organization_id, i.email_key, u.id as user_id from analytics_identities i
     left join users u on u.organization_id = i.organization_id and u.email_key = i.email_key
   where $1::uuid is null or i.organization_id = $1 limit 1000`,
)

export function newIdentities(handle: Handle, organizationId: string | null) {
  return handle.many(listIdentities, [organizationId])
}

const forgetIdentity = query(
  'analytics.forget_identity',
  'delete from analytics_identities where organization_id = $1 and email_key = $2',
)

/**
 * Updates these days after a person known by e-mail became a member or changed their team. If another run of the batch
 * has updated them meanwhile, they stay as they are: they may already be computed.
 */
export async function settleIdentity(
  handle: Handle,
  { organization_id, email_key }: ChangedIdentity,
  days: readonly string[],
  now: number,
): Promise<void> {
  if ((await handle.run(forgetIdentity, [organization_id, email_key])) === 0) return
  await reopen(handle, organization_id, days, now)
}
