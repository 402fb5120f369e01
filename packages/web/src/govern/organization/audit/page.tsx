import { auditActions } from '@muster/contract/audit-actions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { useSearchState } from '../../../app/search.ts'
import { usePeople } from '../use-people.ts'
import { AuditView } from './view.tsx'

export function Page() {
  const [{ action, user }, setSearch] = useSearchState()
  const known = auditActions.find((each) => each === action)
  const people = usePeople()
  const log = useInfiniteQuery({
    queryKey: ['audit', known, user],
    queryFn: ({ pageParam }) =>
      api.audit.list({
        limit: 50,
        // An incomplete or unknown action is not used as a filter.
        ...(known && { action: known }),
        ...(user && { userId: user }),
        ...(pageParam && { cursor: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  })
  return (
    <AuditView
      entries={log.data?.pages.flatMap(({ entries }) => entries)}
      people={people.data ?? []}
      action={action ?? ''}
      user={user ?? ''}
      onFilter={setSearch}
      hasMore={log.hasNextPage}
      isLoadingMore={log.isFetchingNextPage}
      onMore={() => void log.fetchNextPage()}
      error={log.error}
      onRetry={() => void log.refetch()}
    />
  )
}
