import type { CostsGroupRow } from '@muster/contract/costs'
import { useMemo } from 'react'
import { api } from '../../../app/api.ts'
import type { Range } from '../../../ui/days.ts'
import { loaded } from '../loaded.ts'
import { noTeamName } from '../no-team-name.ts'
import { useCosts, useDays } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { rankPeople } from './people.ts'
import { costsOfGroups, prepareCosts } from './prepare.ts'
import { readCostsOfPeople } from './read-people.ts'
import { CostsPageView } from './view.tsx'

function useCostsBy(group: 'team' | 'agent' | 'repository', range: Range) {
  return useDays(`costs by ${group}`, range, async ({ from, to }) => {
    return (await api.analytics.costs({ startDate: from, endDate: to, group_by: group })).data as CostsGroupRow[]
  })
}

export function Page() {
  const { range, previous } = useRange()
  const now = useCosts(range)
  const before = useCosts(previous)
  const [teams, agents, repositories] = [
    useCostsBy('team', range),
    useCostsBy('agent', range),
    useCostsBy('repository', range),
  ]
  const people = useDays('costs by person', range, readCostsOfPeople)
  const ranked = useMemo(() => people.data && rankPeople(people.data), [people.data])
  const beforeRows = previous && before.data
  const view = useMemo(() => now.data && prepareCosts(now.data, beforeRows), [now.data, beforeRows])
  return (
    <CostsPageView
      view={view}
      teams={loaded(
        teams,
        teams.data && costsOfGroups(teams.data).map(([team, cost]) => [noTeamName(team), cost] as const),
      )}
      agents={loaded(agents, agents.data && costsOfGroups(agents.data))}
      repositories={loaded(repositories, repositories.data && costsOfGroups(repositories.data))}
      people={loaded(people, ranked)}
      error={now.error}
      onRetry={() => void now.refetch()}
    />
  )
}
