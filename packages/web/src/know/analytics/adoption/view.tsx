import { NumberTable } from '../../../charts/chart-card.tsx'
import { DayCard } from '../../../charts/day-card.tsx'
import { Card } from '../../../ui/card.tsx'
import { percent, wholePercent } from '../../../ui/numbers.ts'
import { Stat, StatSkeleton } from '../../../ui/stat.tsx'
import { Waiting } from '../../../ui/states.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import type { AdoptionView } from './prepare.ts'

interface AdoptionPageViewProps {
  readonly view: AdoptionView | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

const endpoint = '/api/v0/analytics/adoption'
const inShares = { max: 1, format: percent, axisFormat: wholePercent }
const labels = ['Members', 'Active in 30 days', 'New', 'Returning', 'Lapsed', 'Stickiness']

export function AdoptionPageView({ view, error, onRetry }: AdoptionPageViewProps) {
  const charts = [
    ['adoption-people', 'Members and active people', ['members', 'active'], view?.people, {}],
    ['adoption-flow', 'New, returning and lapsed people', ['new', 'returning', 'lapsed'], view?.flow, {}],
    ['adoption-stickiness', 'Stickiness', ['stickiness'], view?.sticky, inShares],
  ] as const
  return (
    <AnalyticsPage title="Adoption">
      <Stats perLine={6} error={error}>
        {view ? (
          <>
            <Stat label="Members" {...view.members} />
            <Stat label="Active in 30 days" {...view.active} />
            <Stat label="New" {...view.new} />
            <Stat label="Returning" {...view.returning} />
            <Stat label="Lapsed" {...view.lapsed} />
            <Stat label="Stickiness" {...view.stickiness} format={percent} />
          </>
        ) : (
          labels.map((label) => <StatSkeleton key={label} label={label} />)
        )}
      </Stats>
      <div className="grid gap-4 xl:grid-cols-2">
        {charts.map(([id, title, fields, chart, looks]) => (
          <DayCard
            key={id}
            id={id}
            title={title}
            fields={fields.map((field) => `${endpoint} ${field}`)}
            kind="lines"
            series={chart?.series}
            table={chart?.table}
            days={view?.days}
            error={error}
            onRetry={onRetry}
            {...looks}
          />
        ))}
        <Card title="Teams, at the end of the range">
          {view && !error ? (
            <NumberTable title="Teams" table={teamTable(view)} />
          ) : (
            <Waiting error={error} retry={onRetry} className="h-60" />
          )}
        </Card>
      </div>
    </AnalyticsPage>
  )
}

function teamTable({ teams }: AdoptionView) {
  return {
    columns: ['Team', 'Members', 'Active', 'New', 'Returning', 'Lapsed', 'Stickiness'],
    rows: teams.map((each) => [
      each.team,
      each.members,
      each.active,
      each.new,
      each.returning,
      each.lapsed,
      percent(each.stickiness),
    ]),
  }
}
