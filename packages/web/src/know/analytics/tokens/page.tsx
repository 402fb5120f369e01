import { useMemo } from 'react'
import { useTokens } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { prepareTokens } from './prepare.ts'
import { TokensPageView } from './view.tsx'

export function Page() {
  const { range, previous } = useRange()
  const now = useTokens(range)
  const before = useTokens(previous)
  const beforeRows = previous && before.data
  const view = useMemo(() => now.data && prepareTokens(now.data, beforeRows), [now.data, beforeRows])
  return <TokensPageView view={view} error={now.error} onRetry={() => void now.refetch()} />
}
