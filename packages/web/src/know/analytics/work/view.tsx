import { ChartCard } from '../../../charts/chart-card.tsx'
import { DayCard } from '../../../charts/day-card.tsx'
import { RankedList } from '../../../charts/ranked-list.tsx'
import { hours, percent, seconds, wholePercent } from '../../../ui/numbers.ts'
import { Stat, StatSkeleton } from '../../../ui/stat.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import type { Loaded } from '../loaded.ts'
import { NotReported } from '../not-reported.tsx'
import type { WorkView } from './prepare.ts'

type Ranked = readonly (readonly [name: string, lines: number])[]

interface WorkPageViewProps {
  readonly view: WorkView | undefined
  readonly groups: readonly (readonly [title: string, rows: Loaded<Ranked>])[]
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
      <Stats error={error}>
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
          <DayCard
            key={id}
            id={id}
            title={title}
            fields={fields.map((field) => `${endpoint} ${field}`)}
            kind="lines"
            series={chart?.series}
            table={chart?.table}
            days={view?.days}
            {...state}
          />
        ))}
        <ChartCard
          id="work-error-kinds"
          title="Kinds of errors"
          table={view && { columns: ['Kind', 'Errors'], rows: view.errorKinds }}
          {...state}
        >
          {view && <RankedList name="Kinds of errors" rows={view.errorKinds} />}
        </ChartCard>
        <DayCard
          id="work-speed"
          title="How long tools take"
          fields={[`${endpoint} tool_duration_ms_avg`]}
          kind="lines"
          series={view?.speed?.series}
          table={view?.speed?.table}
          days={view?.days}
          format={seconds}
          {...state}
        />
        <DayCard
          id="work-cache"
          title="Cache hit rate"
          fields={[`${endpoint} cache_hit_rate`]}
          kind="lines"
          series={view?.cache?.series}
          table={view?.cache?.table}
          days={view?.days}
          max={1}
          format={percent}
          axisFormat={wholePercent}
          {...state}
        />
        {groups.map(([title, { value: rows, error, onRetry }]) => (
          <ChartCard
            key={title}
            id={`work-${title.toLowerCase()}`}
            title={`Lines added: ${title.toLowerCase()}`}
            table={rows && { columns: [title, 'Lines added'], rows }}
            className="last:odd:xl:col-span-2"
            error={error}
            onRetry={onRetry}
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
