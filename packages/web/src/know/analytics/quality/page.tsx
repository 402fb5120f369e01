import type { CostsGroupRow } from '@muster/contract/costs'
import { useMemo } from 'react'
import { api } from '../../../app/api.ts'
import { loaded } from '../loaded.ts'
import { useDays, useStatus } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { reportingAgents } from './prepare.ts'
import { QualityPageView } from './view.tsx'

export function Page() {
  const { range } = useRange()
  const status = useStatus()
  const costs = useDays('costs by agent', range, async ({ from, to }) => {
    return (await api.analytics.costs({ startDate: from, endDate: to, group_by: 'agent' })).data as CostsGroupRow[]
  })
  const agents = useMemo(() => costs.data && reportingAgents(costs.data), [costs.data])
  return <QualityPageView status={loaded(status, status.data)} agents={loaded(costs, agents)} />
}
