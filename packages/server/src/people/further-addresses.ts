import { compareBytes } from '../platform/byte-order.ts'

const mostAddresses = 100
const longestAddress = 254

/**
 * Further e-mail addresses of one person, which an owner writes as `emails` into the metadata of a user: whatever agents
 * report of them is that user's. In lower case, as events name them.
 */
export function furtherAddresses(metadata: { readonly emails?: unknown }): string[] {
  if (!Array.isArray(metadata.emails)) return []
  return metadata.emails
    .slice(0, mostAddresses)
    .filter((address) => typeof address === 'string')
    .filter((address) => address.includes('@') && address.length <= longestAddress)
    .map((address) => address.trim().toLowerCase())
}

/** The user who has each address: an address that two users claim belongs to the one whose id comes first. */
export function ownersOf(users: readonly { readonly id: string; readonly emails?: unknown }[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { id, emails } of users.toSorted((a, b) => compareBytes(b.id, a.id))) {
    for (const address of furtherAddresses({ emails })) owners.set(address, id)
  }
  return owners
}
