import { api } from '../../../app/api.ts'
import type { Range } from '../../../ui/days.ts'
import { addRows, type PersonTotals } from './person-totals.ts'

/**
 * Reads all active people. `onPart` gets the first page at once, and then the list each time it has doubled: sorting
 * and drawing thousands of people after every page would be slow.
 */
export async function readUsers(
  range: Range,
  signal: AbortSignal,
  onPart: (people: readonly PersonTotals[]) => void,
): Promise<readonly PersonTotals[]> {
  const people = new Map<string, PersonTotals>()
  let cursor: string | undefined
  let told = 0
  for (;;) {
    const input = { startDate: range.from, endDate: range.to, limit: 100, cursor }
    const { data, meta } = await api.analytics.users(input, { signal })
    addRows(people, data, range)
    cursor = meta.has_more ? (meta.next_cursor ?? undefined) : undefined
    if (cursor === undefined) return [...people.values()]
    if (people.size >= told * 2) {
      told = people.size
      onPart([...people.values()])
    }
  }
}
