import { useMemo } from 'react'
import { useRange } from '../use-range.ts'
import { linesOfGroups, prepareWork } from './prepare.ts'
import { useWork, useWorkBy } from './use-work.ts'
import { WorkPageView } from './view.tsx'

export function Page() {
  const { range, previous } = useRange()
  const now = useWork(range)
  const before = useWork(previous)
  const [teams, agents, repositories] = [
    useWorkBy('team', range),
    useWorkBy('agent', range),
    useWorkBy('repository', range),
  ]
  const beforeRows = previous && before.data
  const view = useMemo(() => now.data && prepareWork(now.data, beforeRows), [now.data, beforeRows])
  return (
    <WorkPageView
      view={view}
      groups={[
        ['Teams', teams.data && linesOfGroups(teams.data)],
        ['Repositories', repositories.data && linesOfGroups(repositories.data)],
        ['Agents', agents.data && linesOfGroups(agents.data)],
      ]}
      error={now.error}
      onRetry={() => void now.refetch()}
    />
  )
}
