import type { Handle } from '../../ground/database/database.ts'
import { ownersOf } from './further-addresses.ts'
import * as repository from './repository.ts'

/** Further addresses in an organization, each with the id of its user. */
export async function addressOwners(handle: Handle, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const owners = ownersOf(await repository.claims(handle, organizationId))
  if (owners.size === 0) return owners
  for (const address of await repository.taken(handle, organizationId, [...owners.keys()])) owners.delete(address)
  return owners
}

/** The further addresses of one user. */
export async function addressesOf(handle: Handle, organizationId: string, userId: string): Promise<string[]> {
  const owners = await addressOwners(handle, organizationId)
  return [...owners].filter(([, id]) => id === userId).map(([address]) => address)
}
