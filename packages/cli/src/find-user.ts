import type { OrganizationUser } from '@muster/contract/organization'
import type { Client } from '@muster/sdk'
import { getOne } from './get-one.ts'
import { isUuid } from './is-uuid.ts'

/** Finds a user by e-mail, in any case, by id, or by a prefix of either. */
export function getUser(client: Client, given: string): Promise<OrganizationUser> {
  return getOne(client.users.list.items({ limit: 100 }), ({ id, email }) => ({ id, name: email }), given, 'user')
}

/** The id of a user. A complete id is not looked up. */
export async function userIdOf(client: Client, given: string): Promise<string> {
  return isUuid(given) ? given : (await getUser(client, given)).id
}
