import type { OrganizationUser } from '@muster/contract/organization'
import type { Client } from '@muster/sdk'
import { exitCodes, Failure } from './command-line/failure.ts'

/** Finds a user by e-mail, in any case, or by id. */
export async function getUser(client: Client, emailOrId: string): Promise<OrganizationUser> {
  const wanted = emailOrId.toLowerCase()
  for await (const user of client.users.list.items({ limit: 100 })) {
    if (user.id === emailOrId || user.email.toLowerCase() === wanted) return user
  }
  throw new Failure(
    `The organization has no user ${JSON.stringify(emailOrId)}.`,
    exitCodes.notFound,
    'See `muster users list --all`.',
  )
}

/** The id that a call needs. An id is taken at its word; only an e-mail has to be looked up. */
export async function userIdOf(client: Client, emailOrId: string): Promise<string> {
  return emailOrId.includes('@') ? (await getUser(client, emailOrId)).id : emailOrId
}
