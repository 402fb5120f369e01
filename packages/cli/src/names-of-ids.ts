import { type Client, isMusterError } from '@muster/sdk'

type NameOf = (id: string) => string

/** The e-mails of users, for readable lists. An id that the caller may not look up stays an id. */
export async function emailsOf(client: Client, userIds: readonly string[]): Promise<NameOf> {
  const emails = new Map<string, string>()
  await asFarAsAllowed(async () => {
    if (userIds.length === 0) return
    const { user } = await client.organization.me()
    emails.set(user.id, user.email)
    const missing = new Set(userIds.filter((id) => id !== user.id))
    if (missing.size === 0) return
    for await (const { id, email } of client.users.list.items({ limit: 100 })) {
      emails.set(id, email)
      missing.delete(id)
      if (missing.size === 0) return
    }
  })
  return (id) => emails.get(id) ?? id
}

/** The names of computers, for readable lists. A removed computer is shown by its id. */
export async function computerNamesOf(client: Client, computerIds: readonly string[]): Promise<NameOf> {
  const names = new Map<string, string>()
  await asFarAsAllowed(async () => {
    if (computerIds.length === 0) return
    for (const { id, name } of (await client.computers.list()).computers) names.set(id, name)
  })
  return (id) => names.get(id) ?? id
}

/** A list is useful without names too, so a missing permission is no failure. */
async function asFarAsAllowed(read: () => Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!isMusterError(error) || error.status !== 403) throw error
  }
}
