import type { Endpoint } from '@muster/contract/endpoint'
import { isRecord } from './errors.ts'
import { hasProperty } from './request.ts'

type Input = Readonly<Record<string, unknown>>

/** The fields to add to the input for the next page; `undefined` at the end. */
export interface Paging {
  readonly items: string
  next(page: Record<string, unknown>, items: readonly unknown[]): Input | undefined
}

/** `undefined` for an operation without pages. */
export function pagingOf(endpoint: Endpoint): Paging | undefined {
  if (endpoint.items) return { items: endpoint.items, next: byCursor }
  return hasProperty(endpoint.query, 'startAfter') ? { items: 'reports', next: byLastReport } : undefined
}

export async function* eachItem(
  paging: Paging,
  input: Input,
  fetchPage: (input: Input) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  let position: Input | undefined = {}
  while (position) {
    const page = await fetchPage({ ...input, ...position })
    if (!isRecord(page)) return
    const items = page[paging.items]
    if (!Array.isArray(items)) return
    yield* items
    const following = paging.next(page, items)
    // Prevents an endless loop if a service returns the same position again.
    if (following && JSON.stringify(following) === JSON.stringify(position)) return
    position = following
  }
}

function byCursor(page: Record<string, unknown>): Input | undefined {
  const { pagination, meta } = page
  if (isRecord(pagination) && pagination.hasMore === true && typeof pagination.nextCursor === 'string') {
    return { cursor: pagination.nextCursor }
  }
  if (isRecord(meta) && meta.has_more === true && typeof meta.next_cursor === 'string') {
    return { cursor: meta.next_cursor }
  }
  return undefined
}

/** Reports have no "more" flag. Only an empty page is certainly the last one, because the service may lower `limit`. */
function byLastReport(_page: Record<string, unknown>, items: readonly unknown[]): Input | undefined {
  const last = items.at(-1)
  return isRecord(last) && typeof last.reportId === 'string' ? { startAfter: last.reportId } : undefined
}
