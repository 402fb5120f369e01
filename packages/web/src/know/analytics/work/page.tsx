import { useMemo } from 'react'
import { loaded } from '../loaded.ts'
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
        ['Teams', loaded(teams, teams.data && linesOfGroups(teams.data))],
        ['Repositories', loaded(repositories, repositories.data && linesOfGroups(repositories.data))],
        ['Agents', loaded(agents, agents.data && linesOfGroups(agents.data))],
      ]}
      error={now.error}
      onRetry={() => void now.refetch()}
    />
  )
}
