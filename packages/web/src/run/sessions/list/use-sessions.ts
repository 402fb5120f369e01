import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../../../app/api.ts'
import { withHeard } from '../live/session-news.ts'
import { sessionsKey } from '../live/use-live-sessions.ts'
import { type Filter, filterSessions } from './filter-sessions.ts'

/** A filter loads up to this many pages of 100 automatically; further ones on demand. */
const pagesByItself = 10
const enough = 50

/** Sessions, newest first, page by page; the application's event feed keeps them current. */
export function useSessionPages() {
  return useInfiniteQuery({
    queryKey: [...sessionsKey, 'list'],
    queryFn: async ({ pageParam }) => {
      const page = await api.sessions.list({ limit: 100, cursor: pageParam })
      return { ...page, sessions: withHeard(page.sessions) }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    staleTime: 60_000,
  })
}

/** Those that a filter lets through. */
export function useSessions(filter: Filter) {
  const query = useSessionPages()
  const all = useMemo(() => query.data?.pages.flatMap(({ sessions }) => sessions), [query.data])
  const found = useMemo(() => all && filterSessions(all, filter), [all, filter])
  const isShort = found !== undefined && found.length < enough
  const { hasNextPage, isFetching, fetchNextPage, error } = query
  const pages = query.data?.pages.length ?? 0
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !error && pages < pagesByItself) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, error, pages, fetchNextPage])
  return { query, all, found }
}
