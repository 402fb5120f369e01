import { compareBytes } from '../../ground/platform/byte-order.ts'

const mostAddresses = 100
const longestAddress = 254

/**
 * Further e-mail addresses of one person, which an owner writes as `emails` into the metadata of a user: events with
 * these addresses belong to that user. In lower case, as in events.
 */
export function furtherAddresses(metadata: { readonly emails?: unknown }): string[] {
  if (!Array.isArray(metadata.emails)) return []
  return metadata.emails
    .slice(0, mostAddresses)
    .filter((address) => typeof address === 'string')
    .filter((address) => address.includes('@') && address.length <= longestAddress)
    .map((address) => address.trim().toLowerCase())
}

/** The user of each address. If two users claim an address, the user with the first id gets it. */
export function ownersOf(users: readonly { readonly id: string; readonly emails?: unknown }[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { id, emails } of users.toSorted((a, b) => compareBytes(b.id, a.id))) {
    for (const address of furtherAddresses({ emails })) owners.set(address, id)
  }
  return owners
}
