import { api } from '../../app/api.ts'
import type { Range } from '../../ui/days.ts'
import { addRows, type PersonTotals } from './person-totals.ts'

/** Everybody who was active, page by page; `onPage` hears after each page, so that the first people are there at once. */
export async function readUsers(
  range: Range,
  signal: AbortSignal,
  onPage: (people: readonly PersonTotals[], isWhole: boolean) => void,
): Promise<readonly PersonTotals[]> {
  const people = new Map<string, PersonTotals>()
  let cursor: string | undefined
  for (;;) {
    const input = { startDate: range.from, endDate: range.to, limit: 100, cursor }
    const { data, meta } = await api.analytics.users(input, { signal })
    addRows(people, data, range)
    cursor = meta.has_more ? (meta.next_cursor ?? undefined) : undefined
    const found = [...people.values()]
    onPage(found, cursor === undefined)
    if (cursor === undefined) return found
  }
}
