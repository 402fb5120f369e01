import { useMemo } from 'react'
import { useActivity } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { prepareActivity } from './prepare.ts'
import { ActivityPageView } from './view.tsx'

export function Page() {
  const { range, previous } = useRange()
  const now = useActivity(range)
  const before = useActivity(previous)
  const beforeRows = previous && before.data
  const view = useMemo(() => now.data && prepareActivity(now.data, beforeRows), [now.data, beforeRows])
  return <ActivityPageView view={view} error={now.error} onRetry={() => void now.refetch()} />
}
