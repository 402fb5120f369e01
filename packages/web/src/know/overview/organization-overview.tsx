import { prepareActivity } from '../analytics/activity/prepare.ts'
import { prepareCosts } from '../analytics/costs/prepare.ts'
import { prepareProductivity } from '../analytics/productivity/prepare.ts'
import { activity, costs, productivity, tokens, tools, useView } from '../analytics/queries.ts'
import { prepareTokens } from '../analytics/tokens/prepare.ts'
import { prepareTools } from '../analytics/tools/prepare.ts'
import { OverviewView } from './view.tsx'

export function OrganizationOverview() {
  return (
    <OverviewView
      costs={useView(costs(), prepareCosts)}
      tokens={useView(tokens, prepareTokens)}
      tools={useView(tools, prepareTools)}
      activity={useView(activity, prepareActivity)}
      work={useView(productivity, prepareProductivity)}
    />
  )
}
