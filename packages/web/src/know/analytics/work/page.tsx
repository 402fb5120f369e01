import { loaded } from '../loaded.ts'
import { useRows, useView, work, workBy } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { linesOfGroups, prepareWork } from './prepare.ts'
import { WorkPageView } from './view.tsx'

export function Page() {
  const { range } = useRange()
  const { value, error, onRetry } = useView(work, prepareWork)
  const teams = useRows(workBy('team'), range)
  const agents = useRows(workBy('agent'), range)
  const repositories = useRows(workBy('repository'), range)
  return (
    <WorkPageView
      view={value}
      groups={[
        ['Teams', loaded(teams, teams.data && linesOfGroups(teams.data))],
        ['Repositories', loaded(repositories, repositories.data && linesOfGroups(repositories.data))],
        ['Agents', loaded(agents, agents.data && linesOfGroups(agents.data))],
      ]}
      error={error}
      onRetry={onRetry}
    />
  )
}
