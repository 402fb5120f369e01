import { useMemo } from 'react'
import { useAdoption } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { prepareAdoption } from './prepare.ts'
import { AdoptionPageView } from './view.tsx'

export function Page() {
  const { range, previous } = useRange()
  const now = useAdoption(range)
  const before = useAdoption(previous)
  const beforeRows = previous && before.data
  const view = useMemo(() => now.data && prepareAdoption(now.data, beforeRows), [now.data, beforeRows])
  return <AdoptionPageView view={view} error={now.error} onRetry={() => void now.refetch()} />
}
