import { useMemo } from 'react'
import { adoption, costsBy, useRows, workBy } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { prepareTeams } from './prepare.ts'
import { TeamsPageView } from './view.tsx'

export function Page() {
  const { range } = useRange()
  const people = useRows(adoption, range)
  const costs = useRows(costsBy('team'), range)
  const work = useRows(workBy('team'), range)
  const teams = useMemo(
    () => people.data && costs.data && work.data && prepareTeams(people.data, costs.data, work.data),
    [people.data, costs.data, work.data],
  )
  const retry = () => {
    for (const query of [people, costs, work]) void query.refetch()
  }
  return <TeamsPageView teams={teams} error={people.error ?? costs.error ?? work.error} onRetry={retry} />
}
