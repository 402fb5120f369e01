import { useMemo } from 'react'
import { loaded } from '../loaded.ts'
import { costsBy, useRows, useStatus } from '../queries.ts'
import { useRange } from '../use-range.ts'
import { reportingAgents } from './prepare.ts'
import { QualityPageView } from './view.tsx'

export function Page() {
  const { range } = useRange()
  const status = useStatus()
  const costs = useRows(costsBy('agent'), range)
  const agents = useMemo(() => costs.data && reportingAgents(costs.data), [costs.data])
  return <QualityPageView status={loaded(status, status.data)} agents={loaded(costs, agents)} />
}
