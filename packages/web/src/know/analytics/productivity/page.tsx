import { useMemo } from 'react'
import { useProductivity } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { prepareProductivity } from './prepare.ts'
import { ProductivityPageView } from './view.tsx'

export function Page() {
  const { range, previous } = useRange()
  const now = useProductivity(range)
  const before = useProductivity(previous)
  const beforeRows = previous && before.data
  const view = useMemo(() => now.data && prepareProductivity(now.data, beforeRows), [now.data, beforeRows])
  return <ProductivityPageView view={view} error={now.error} onRetry={() => void now.refetch()} />
}
