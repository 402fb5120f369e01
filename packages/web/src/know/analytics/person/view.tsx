import { Link } from '@tanstack/react-router'
import { DayCard } from '../../../charts/day-card.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Stat, StatSkeleton } from '../../../ui/stat.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import { CostStat } from '../costs/cost-stat.tsx'
import type { CostsView } from '../costs/prepare.ts'
import type { PersonView } from './prepare.ts'

interface PersonPageViewProps {
  readonly id: string
  readonly name: string
  readonly view: PersonView | undefined
  readonly costs: CostsView | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

const endpoint = '/api/v1/analytics/users'

export function PersonPageView({ id, name, view, costs, error, onRetry }: PersonPageViewProps) {
  const state = { error, onRetry }
  return (
    <AnalyticsPage title={<span className="break-all">{name}</span>}>
      <Stats perLine={6} error={error}>
        {view && costs ? (
          <>
            <CostStat costs={costs} to="/analytics/costs" search={{ person: id }} />
            <Stat label="Billable tokens" {...view.totals.tokens} />
            <Stat label="Sessions" {...view.totals.sessions} />
            <Stat label="Tool calls" {...view.totals.toolCalls} />
            <Stat label="Commits" {...view.totals.commits} />
            <Stat label="Active days" value={view.activeDays} />
          </>
        ) : (
          ['Cost', 'Billable tokens', 'Sessions', 'Tool calls', 'Commits', 'Active days'].map((label) => (
            <StatSkeleton key={label} label={label} />
          ))
        )}
      </Stats>
      <DayCard
        id="person-tokens"
        title="Billable tokens"
        fields={[`${endpoint} billable_tokens`]}
        table={view?.tokensTable}
        {...state}
        kind="columns"
        days={view?.days}
        series={view?.tokens}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <DayCard
          id="person-work"
          title="Tool calls and messages"
          fields={[`${endpoint} tool_calls`, `${endpoint} messages`]}
          table={view?.workTable}
          {...state}
          kind="lines"
          days={view?.days}
          series={view?.work}
        />
        <DayCard
          id="person-code"
          title="Files and commits"
          fields={[`${endpoint} files_edited`, `${endpoint} files_created`, `${endpoint} git_commits`]}
          table={view?.codeTable}
          {...state}
          kind="lines"
          days={view?.days}
          series={view?.code}
        />
      </div>
      {view && (
        <Card
          title="Habits"
          actions={
            view.email && (
              <Link
                to="/organization/limits"
                search={{ person: view.email } as never}
                className={buttonClass('outline', 'small')}
              >
                Set a limit
              </Link>
            )
          }
        >
          <dl className="grid gap-x-8 gap-y-2 text-[13px] sm:grid-cols-[13rem_1fr]">
            <dt className="text-muted">Model on most days</dt>
            <dd>{view.model ?? '–'}</dd>
            <dt className="text-muted">Autonomy on most days</dt>
            <dd>{view.autonomy ?? '–'}</dd>
            <dt className="text-muted">Languages</dt>
            <dd>{view.languages.join(', ') || '–'}</dd>
          </dl>
        </Card>
      )}
    </AnalyticsPage>
  )
}
