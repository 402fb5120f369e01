import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchState } from '../../../app/search.ts'
import { useRange } from '../use-range.ts'
import type { PersonTotals } from './person-totals.ts'
import { readUsers } from './read-users.ts'
import { isColumn, sortPeople } from './sort-people.ts'
import { UsersView } from './view.tsx'

/** Comparing the new data with the previous one is slow for so many people, and is not needed. */
const asItIs = { structuralSharing: false } as const

export function Page() {
  const { range } = useRange()
  const [search, change] = useSearchState()
  const queryClient = useQueryClient()
  const partKey = ['analytics', 'people so far', range.from, range.to]
  const part = useQuery<readonly PersonTotals[]>({ queryKey: partKey, enabled: false, queryFn: () => [], ...asItIs })
  const whole = useQuery({
    queryKey: ['analytics', 'people', range.from, range.to],
    queryFn: ({ signal }) => readUsers(range, signal, (people) => queryClient.setQueryData(partKey, people)),
    staleTime: 5 * 60_000,
    ...asItIs,
  })
  const sort = isColumn(search.sort) ? search.sort : 'billableTokens'
  const isAscending = search.order === 'asc'
  const people = whole.data ?? part.data
  return (
    <UsersView
      people={people && sortPeople(people, { sort, isAscending, text: search.q ?? '' })}
      total={people?.length ?? 0}
      isWhole={whole.data !== undefined}
      error={whole.error}
      onRetry={() => void whole.refetch()}
      text={search.q ?? ''}
      onText={(q) => change({ q: q || undefined })}
      sort={sort}
      isAscending={isAscending}
      onSort={(column) => change({ sort: column, order: sort === column && !isAscending ? 'asc' : undefined })}
    />
  )
}
