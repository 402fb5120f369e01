import { endpointList } from '@muster/contract/endpoints'
import type { Client } from '@muster/sdk'
import { eachItem, pagingOf } from '@muster/sdk/pages'
import { usage } from './command-line/failure.ts'

/** Merges all pages of a list into one answer, whose items field has all items. */
export async function readPages(
  client: Client,
  path: string,
  fields: Readonly<Record<string, unknown>> | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Record<string, unknown[]>> {
  const [plain = ''] = path.split('?', 1)
  const found = endpointList.find(({ endpoint }) => endpoint.method === 'GET' && isAt(endpoint.path, plain))
  const paging = found && pagingOf(found.endpoint)
  if (!paging) throw usage(`${plain} is no list that is read page by page.`, 'Leave --paginate out.')
  const fetchPage = async (query: Readonly<Record<string, unknown>>) =>
    (await client.request('GET', plain, { query, headers })).body
  const items: unknown[] = []
  const given = Object.fromEntries(new URLSearchParams(path.slice(plain.length)))
  for await (const item of eachItem(paging, { limit: '100', ...given, ...fields }, fetchPage)) items.push(item)
  return { [paging.items]: items }
}

function isAt(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
}
