import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../../app/api.ts'
import { useTitle } from '../../../app/title.ts'
import type { Range } from '../../../ui/days.ts'
import { useDays } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { preparePerson } from './prepare.ts'
import { PersonPageView } from './view.tsx'

/** A cursor just before a user id in byte order: the page after it begins with this person. */
function idBefore(userId: string): string {
  const last = userId.codePointAt(userId.length - 1) ?? 1
  return `${userId.slice(0, -1)}${String.fromCodePoint(last - 1)}\u{10ffff}`
}

function usePerson(userId: string, range: Range | undefined) {
  return useDays(`person ${userId}`, range, async ({ from, to }) => {
    const days = { startDate: from, endDate: to }
    const { data } = await api.analytics.users({ ...days, limit: 1, cursor: idBefore(userId) })
    return data.filter((row) => row.user_id === userId)
  })
}

export function Page() {
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  const { range, previous } = useRange()
  const query = usePerson(userId, range)
  const before = usePerson(userId, previous)
  const rowsBefore = previous && before.data
  const view = useMemo(
    () => query.data && preparePerson(query.data, range, rowsBefore),
    [query.data, range, rowsBefore],
  )
  const name = view?.email ?? userId
  useTitle(name)
  return <PersonPageView name={name} view={view} error={query.error} onRetry={() => void query.refetch()} />
}
