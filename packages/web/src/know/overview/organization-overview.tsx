import { useMemo } from 'react'
import { prepareActivity } from '../analytics/activity/prepare.ts'
import { prepareCosts } from '../analytics/costs/prepare.ts'
import { loaded } from '../analytics/loaded.ts'
import { prepareProductivity } from '../analytics/productivity/prepare.ts'
import { useActivity, useCosts, useProductivity, useStatus, useTokens, useTools } from '../analytics/queries.ts'
import { prepareTokens } from '../analytics/tokens/prepare.ts'
import { prepareTools } from '../analytics/tools/prepare.ts'
import { useRange } from '../analytics/use-range.ts'
import { OverviewView } from './view.tsx'

export function OrganizationOverview() {
  const { range, previous } = useRange()
  const [tokens, tokensBefore] = [useTokens(range), useTokens(previous)]
  const [tools, toolsBefore] = [useTools(range), useTools(previous)]
  const [activity, activityBefore] = [useActivity(range), useActivity(previous)]
  const [work, workBefore] = [useProductivity(range), useProductivity(previous)]
  const [costs, costsBefore] = [useCosts(range), useCosts(previous)]
  const status = useStatus()
  const tokensView = useMemo(
    () => tokens.data && prepareTokens(tokens.data, previous && tokensBefore.data),
    [tokens.data, previous, tokensBefore.data],
  )
  const toolsView = useMemo(
    () => tools.data && prepareTools(tools.data, previous && toolsBefore.data),
    [tools.data, previous, toolsBefore.data],
  )
  const activityView = useMemo(
    () => activity.data && prepareActivity(activity.data, previous && activityBefore.data),
    [activity.data, previous, activityBefore.data],
  )
  const workView = useMemo(
    () => work.data && prepareProductivity(work.data, previous && workBefore.data),
    [work.data, previous, workBefore.data],
  )
  const costsView = useMemo(
    () => costs.data && prepareCosts(costs.data, previous && costsBefore.data),
    [costs.data, previous, costsBefore.data],
  )
  return (
    <OverviewView
      costs={loaded(costs, costsView)}
      tokens={loaded(tokens, tokensView)}
      tools={loaded(tools, toolsView)}
      activity={loaded(activity, activityView)}
      work={loaded(work, workView)}
      status={loaded(status, status.data)}
    />
  )
}
