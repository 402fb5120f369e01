import type { Client } from '@muster/sdk'
import { getOne } from './get-one.ts'

/** The id for a call, from an id, a name, or the beginning of one. A complete id is not checked. */
export async function keyIdOf(client: Client, given: string): Promise<string> {
  if (/^[0-9a-f]{32}$/.test(given)) return given
  return (await getOne(client.apiKeys.list.items({ limit: 100 }), (key) => key, given, 'key')).id
}
