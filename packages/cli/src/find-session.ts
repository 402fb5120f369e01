import type { Client } from '@muster/sdk'
import { getOne } from './get-one.ts'
import { isUuid } from './is-uuid.ts'

/** The id of a session from an id, a title, or a prefix of one. A complete id is not looked up. */
export async function sessionIdOf(client: Client, given: string): Promise<string> {
  if (isUuid(given)) return given
  const all = client.sessions.list.items({ limit: 100 })
  const session = await getOne(all, ({ sessionId, title }) => ({ id: sessionId, name: title }), given, 'session')
  return session.sessionId
}
