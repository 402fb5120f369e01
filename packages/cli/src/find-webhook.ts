import type { Client } from '@muster/sdk'
import { getOne } from './get-one.ts'
import { isUuid } from './is-uuid.ts'

/** The id of a webhook from an id, an address, or a prefix of one. A complete id is not looked up. */
export async function webhookIdOf(client: Client, given: string): Promise<string> {
  if (isUuid(given)) return given
  const { webhooks } = await client.webhooks.list()
  return (await getOne(webhooks, ({ id, url }) => ({ id, name: url }), given, 'webhook')).id
}
