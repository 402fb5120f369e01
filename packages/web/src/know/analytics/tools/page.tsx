import { useMemo } from 'react'
import { useTools } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { prepareTools } from './prepare.ts'
import { ToolsPageView } from './view.tsx'

export function Page() {
  const { range, previous } = useRange()
  const now = useTools(range)
  const before = useTools(previous)
  const beforeRows = previous && before.data
  const view = useMemo(() => now.data && prepareTools(now.data, beforeRows), [now.data, beforeRows])
  return <ToolsPageView view={view} error={now.error} onRetry={() => void now.refetch()} />
}
