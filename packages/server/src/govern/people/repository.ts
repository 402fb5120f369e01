import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

const listClaims = query<{ id: string; emails: unknown }>(
  'people.list_claims',
  `select id, metadata -> 'emails' as emails from users
   where organization_id = $1 and json_typeof(metadata -> 'emails') = 'array'`,
)

/** Users who claim further addresses. */
export function claims(handle: Handle, organizationId: string) {
  return handle.many(listClaims, [organizationId])
}

const listTaken = query<{ email_key: string }>(
  'people.list_taken',
  'select email_key from users where organization_id = $1 and email_key = any($2::text[])',
)

/** Returns those of the addresses that are a user's main address. */
export async function taken(handle: Handle, organizationId: string, addresses: readonly string[]): Promise<string[]> {
  return (await handle.many(listTaken, [organizationId, addresses])).map(({ email_key }) => email_key)
}
