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
