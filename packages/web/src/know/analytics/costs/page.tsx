import { useMemo } from 'react'
import { useSearchState } from '../../../app/search.ts'
import { filtersIn } from '../filters.ts'
import { loaded } from '../loaded.ts'
import { costs, costsBy, useRows, useView } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { rankPeople } from './people.ts'
import { costsOfGroups, prepareCosts } from './prepare.ts'
import { costsOfPeople } from './read-people.ts'
import { CostsPageView } from './view.tsx'

export function Page() {
  const { range } = useRange()
  const [search] = useSearchState()
  const filters = filtersIn(search)
  const { value, error, onRetry } = useView(costs(filters), prepareCosts)
  const teams = useRows(costsBy('team', filters), range)
  const agents = useRows(costsBy('agent', filters), range)
  const repositories = useRows(costsBy('repository', filters), range)
  const people = useRows(costsOfPeople(filters), range)
  const ranked = useMemo(() => people.data && rankPeople(people.data), [people.data])
  return (
    <CostsPageView
      view={value}
      isNarrowed={filters.length > 0}
      teams={loaded(teams, teams.data && costsOfGroups(teams.data))}
      agents={loaded(agents, agents.data && costsOfGroups(agents.data))}
      repositories={loaded(repositories, repositories.data && costsOfGroups(repositories.data))}
      people={loaded(people, ranked)}
      error={error}
      onRetry={onRetry}
    />
  )
}
