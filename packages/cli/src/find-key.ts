import type { Client } from '@muster/sdk'
import { getOne } from './get-one.ts'

/** The id of a key from an id, a name, or a prefix of one. A complete id is not looked up. */
export async function keyIdOf(client: Client, given: string): Promise<string> {
  if (/^[0-9a-f]{32}$/.test(given)) return given
  return (await getOne(client.apiKeys.list.items({ limit: 100 }), (key) => key, given, 'key')).id
}
