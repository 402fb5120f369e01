import type { CostsGroupRow } from '@muster/contract/costs'
import { useMemo } from 'react'
import { api } from '../../../app/api.ts'
import { useAdoption, useDays } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { useWorkBy } from '../work/use-work.ts'
import { prepareTeams } from './prepare.ts'
import { TeamsPageView } from './view.tsx'

export function Page() {
  const { range } = useRange()
  const adoption = useAdoption(range)
  const costs = useDays('costs by team', range, async ({ from, to }) => {
    return (await api.analytics.costs({ startDate: from, endDate: to, group_by: 'team' })).data as CostsGroupRow[]
  })
  const work = useWorkBy('team', range)
  const teams = useMemo(
    () => adoption.data && costs.data && work.data && prepareTeams(adoption.data, costs.data, work.data),
    [adoption.data, costs.data, work.data],
  )
  const retry = () => {
    for (const query of [adoption, costs, work]) void query.refetch()
  }
  return <TeamsPageView teams={teams} error={adoption.error ?? costs.error ?? work.error} onRetry={retry} />
}
