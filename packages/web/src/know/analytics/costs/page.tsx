import { useMemo } from 'react'
import { loaded } from '../loaded.ts'
import { noTeamName } from '../no-team-name.ts'
import { costs, costsBy, useRows, useView } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { rankPeople } from './people.ts'
import { costsOfGroups, prepareCosts } from './prepare.ts'
import { costsOfPeople } from './read-people.ts'
import { CostsPageView } from './view.tsx'

export function Page() {
  const { range } = useRange()
  const { value, error, onRetry } = useView(costs, prepareCosts)
  const teams = useRows(costsBy('team'), range)
  const agents = useRows(costsBy('agent'), range)
  const repositories = useRows(costsBy('repository'), range)
  const people = useRows(costsOfPeople, range)
  const ranked = useMemo(() => people.data && rankPeople(people.data), [people.data])
  return (
    <CostsPageView
      view={value}
      teams={loaded(
        teams,
        teams.data && costsOfGroups(teams.data).map(([team, cost]) => [noTeamName(team), cost] as const),
      )}
      agents={loaded(agents, agents.data && costsOfGroups(agents.data))}
      repositories={loaded(repositories, repositories.data && costsOfGroups(repositories.data))}
      people={loaded(people, ranked)}
      error={error}
      onRetry={onRetry}
    />
  )
}
