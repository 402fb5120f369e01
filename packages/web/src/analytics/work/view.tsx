import { ChartCard } from '../../charts/chart-card.tsx'
import { DayChart } from '../../charts/day-chart.tsx'
import { RankedList } from '../../charts/ranked-list.tsx'
import { hours, percent, seconds } from '../../ui/numbers.ts'
import { Stat, StatSkeleton } from '../../ui/stat.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import { NotReported } from '../not-reported.tsx'
import type { WorkView } from './prepare.ts'

type Ranked = readonly (readonly [name: string, lines: number])[]

interface WorkPageViewProps {
  readonly view: WorkView | undefined
  readonly groups: readonly (readonly [title: string, rows: Ranked | undefined])[]
  readonly error: unknown
  readonly onRetry: () => void
}

const endpoint = '/api/v0/analytics/work'

export function WorkPageView({ view, groups, error, onRetry }: WorkPageViewProps) {
  const state = { error, onRetry }
  const stats = [
    ['Lines added', view?.added],
    ['Lines removed', view?.removed],
    ['Edits accepted', view?.accepted],
    ['Edits refused', view?.refused],
    ['Tool errors', view?.toolErrors],
    ['Model errors', view?.modelErrors],
  ] as const
  const charts = [
    ['work-lines', 'Lines', ['lines_added', 'lines_removed'], view?.lines],
    ['work-edits', 'Edits accepted and refused', ['edits_accepted', 'edits_refused'], view?.edits],
    ['work-errors', 'Errors', ['tool_errors', 'model_errors'], view?.errors],
  ] as const
  return (
    <AnalyticsPage title="Work">
      <Stats>
        {stats.map(([label, total]) =>
          !total ? (
            <StatSkeleton key={label} label={label} />
          ) : total.value === undefined ? (
            <NotReported key={label} label={label} />
          ) : (
            <Stat key={label} label={label} value={total.value} before={total.before} />
          ),
        )}
        <Shared label="Active time" view={view} value={view?.activeMs.value} format={hours} />
        <Shared label="Cache hit rate" view={view} value={view?.cacheRate} format={percent} />
      </Stats>
      <div className="grid gap-4 xl:grid-cols-2">
        {charts.map(([id, title, fields, chart]) => (
          <ChartCard
            key={id}
            id={id}
            title={title}
            fields={fields.map((field) => `${endpoint} ${field}`)}
            table={chart?.table}
            legend={chart?.series ?? []}
            {...state}
          >
            {view && chart && <DayChart name={title} kind="lines" days={view.days} series={chart.series} />}
          </ChartCard>
        ))}
        <ChartCard
          id="work-error-kinds"
          title="Kinds of errors"
          table={view && { columns: ['Kind', 'Errors'], rows: view.errorKinds }}
          {...state}
        >
          {view && <RankedList name="Kinds of errors" rows={view.errorKinds} />}
        </ChartCard>
        <ChartCard
          id="work-speed"
          title="How long tools take"
          fields={[`${endpoint} tool_duration_ms_avg`]}
          table={view?.speed.table}
          {...state}
        >
          {view && (
            <DayChart
              name="How long tools take"
              kind="lines"
              days={view.days}
              series={view.speed.series}
              format={seconds}
              axisFormat={seconds}
            />
          )}
        </ChartCard>
        <ChartCard
          id="work-cache"
          title="Cache hit rate"
          fields={[`${endpoint} cache_hit_rate`]}
          table={view?.cache.table}
          {...state}
        >
          {view && (
            <DayChart
              name="Cache hit rate"
              kind="lines"
              days={view.days}
              series={view.cache.series}
              max={1}
              format={percent}
              axisFormat={percent}
            />
          )}
        </ChartCard>
        {groups.map(([title, rows]) => (
          <ChartCard
            key={title}
            id={`work-${title.toLowerCase()}`}
            title={`Lines added: ${title.toLowerCase()}`}
            table={rows && { columns: [title, 'Lines added'], rows }}
            className="last:odd:xl:col-span-2"
            {...state}
          >
            {rows && <RankedList name={`${title} by lines added`} rows={rows} />}
          </ChartCard>
        ))}
      </div>
    </AnalyticsPage>
  )
}

interface SharedProps {
  readonly label: string
  readonly view: WorkView | undefined
  readonly value: number | undefined
  readonly format: (value: number) => string
}

function Shared({ label, view, value, format }: SharedProps) {
  if (!view) return <StatSkeleton label={label} />
  return value === undefined ? <NotReported label={label} /> : <Stat label={label} value={value} format={format} />
}
