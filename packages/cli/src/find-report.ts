import type { Client } from '@muster/sdk'
import { getOne } from './get-one.ts'
import { isUuid } from './is-uuid.ts'

/** The id of a report from an id or a prefix of one. A complete id is not looked up. */
export async function reportIdOf(client: Client, given: string): Promise<string> {
  if (isUuid(given)) return given
  const all = client.reports.list.items({ limit: 100 })
  return (await getOne(all, ({ reportId }) => ({ id: reportId, name: undefined }), given, 'report')).reportId
}
