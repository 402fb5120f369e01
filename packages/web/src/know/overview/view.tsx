import { ChartCard } from '../../charts/chart-card.tsx'
import { DayCard } from '../../charts/day-card.tsx'
import { RankedList } from '../../charts/ranked-list.tsx'
import { Stat, StatSkeleton } from '../../ui/stat.tsx'
import type { ActivityView } from '../analytics/activity/prepare.ts'
import { AnalyticsPage, Stats } from '../analytics/analytics-page.tsx'
import { CostStat } from '../analytics/costs/cost-stat.tsx'
import type { CostsView } from '../analytics/costs/prepare.ts'
import type { Loaded } from '../analytics/loaded.ts'
import { MonthStory } from '../analytics/month-story.tsx'
import type { ProductivityView } from '../analytics/productivity/prepare.ts'
import type { TokensView } from '../analytics/tokens/prepare.ts'
import type { ToolsView } from '../analytics/tools/prepare.ts'
import { NeedsYou } from './needs-you.tsx'

interface OverviewViewProps {
  readonly costs: Loaded<CostsView>
  readonly tokens: Loaded<TokensView>
  readonly tools: Loaded<ToolsView>
  readonly activity: Loaded<ActivityView>
  readonly work: Loaded<ProductivityView>
}

const labels = [
  'Cost',
  'Monthly active people',
  'Sessions',
  'Messages',
  'Billable tokens',
  'Tool calls',
  'Commits',
  'Pull requests',
]

export function OverviewView(props: OverviewViewProps) {
  const [costs, tokens, tools] = [props.costs.value, props.tokens.value, props.tools.value]
  const [activity, work] = [props.activity.value, props.work.value]
  const parts = [props.costs, props.tokens, props.tools, props.activity, props.work]
  return (
    <AnalyticsPage title="Overview">
      <NeedsYou />
      <MonthStory />
      <Stats error={parts.find(({ error }) => error)?.error}>
        {costs && tokens && tools && activity && work ? (
          <>
            <CostStat costs={costs} to="/analytics/costs" />
            <Stat
              label="Monthly active people"
              {...activity.monthly}
              values={activity.daily.values}
              to="/analytics/activity"
            />
            <Stat label="Sessions" {...activity.sessions} to="/analytics/activity" />
            <Stat label="Messages" {...activity.messages} to="/analytics/activity" />
            <Stat label="Billable tokens" {...tokens.billable} to="/analytics/tokens" />
            <Stat label="Tool calls" {...tools.calls} to="/analytics/tools" />
            <Stat label="Commits" {...work.commits} to="/analytics/productivity" />
            <Stat label="Pull requests" {...work.pullRequests} to="/analytics/productivity" />
          </>
        ) : (
          labels.map((label) => <StatSkeleton key={label} label={label} />)
        )}
      </Stats>
      <div className="grid gap-4 xl:grid-cols-2">
        <DayCard
          id="overview-tokens"
          title="Billable tokens by model"
          fields={['/api/v1/analytics/tokens billable_tokens']}
          table={tokens?.modelsTable}
          error={props.tokens.error}
          onRetry={props.tokens.onRetry}
          kind="columns"
          days={tokens?.days}
          series={tokens?.models}
          previous={tokens?.previous}
        />
        <DayCard
          id="overview-people"
          title="Active people"
          fields={['/api/v1/analytics/activity daily_active_users', '/api/v1/analytics/activity weekly_active_users']}
          table={activity?.usersTable}
          error={props.activity.error}
          onRetry={props.activity.onRetry}
          kind="lines"
          days={activity?.days}
          series={activity?.users}
        />
        <ChartCard
          id="overview-tools"
          title="Tools"
          className="xl:col-span-2"
          fields={['/api/v1/analytics/tools by_tool[].invocations']}
          table={tools && { columns: ['Tool', 'Calls'], rows: tools.toolTotals }}
          error={props.tools.error}
          onRetry={props.tools.onRetry}
        >
          {tools && <RankedList name="Tools by calls" rows={tools.toolTotals} most={8} />}
        </ChartCard>
      </div>
    </AnalyticsPage>
  )
}
