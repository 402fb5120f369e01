import { ChartCard } from '../../../charts/chart-card.tsx'
import { DayCard } from '../../../charts/day-card.tsx'
import { RankedList } from '../../../charts/ranked-list.tsx'
import { percent } from '../../../ui/numbers.ts'
import { Stat, StatSkeleton } from '../../../ui/stat.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import { FilterLink } from '../filter-link.tsx'
import { PeopleList } from '../people-list.tsx'
import type { TokensView } from './prepare.ts'

interface TokensPageViewProps {
  readonly view: TokensView | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

const endpoint = '/api/v1/analytics/tokens'

export function TokensPageView({ view, error, onRetry }: TokensPageViewProps) {
  const state = { error, onRetry }
  return (
    <AnalyticsPage title="Tokens">
      <Stats error={error}>
        {view ? (
          <>
            <Stat label="Billable tokens" {...view.billable} />
            <Stat label="Input tokens" {...view.input} />
            <Stat label="Output tokens" {...view.output} />
            <Stat label="Input from the cache" value={view.cacheShare} format={percent} />
          </>
        ) : (
          ['Billable tokens', 'Input tokens', 'Output tokens', 'Input from the cache'].map((label) => (
            <StatSkeleton key={label} label={label} />
          ))
        )}
      </Stats>
      <DayCard
        id="tokens-by-model"
        title="Billable tokens by model"
        fields={[`${endpoint} billable_tokens`, `${endpoint} by_model[].billable_tokens`]}
        table={view?.modelsTable}
        height={280}
        {...state}
        kind="columns"
        days={view?.days}
        series={view?.models}
        previous={view?.previous}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <DayCard
          id="tokens-by-kind"
          title="Input and output"
          fields={[`${endpoint} input_tokens`, `${endpoint} cache_read_tokens`, `${endpoint} output_tokens`]}
          table={view?.kindsTable}
          {...state}
          name="Input and output tokens"
          kind="columns"
          days={view?.days}
          series={view?.kinds}
        />
        <ChartCard
          id="models"
          title="Models"
          fields={[`${endpoint} by_model[].model_id`]}
          table={view && { columns: ['Model', 'Billable tokens'], rows: view.modelTotals }}
          {...state}
        >
          {view && (
            <RankedList
              name="Models by billable tokens"
              rows={view.modelTotals}
              isColored
              render={(name) => <FilterLink kind="model" name={name} />}
            />
          )}
        </ChartCard>
      </div>
      <ChartCard
        id="tokens-by-person"
        title="People"
        fields={[`${endpoint} by_user[].billable_tokens`]}
        table={
          view && {
            columns: ['Person', 'Billable tokens'],
            rows: view.people.map(([id, count]) => [view.nameOf(id), count]),
          }
        }
        {...state}
      >
        {view && <PeopleList name="People by billable tokens" rows={view.people} nameOf={view.nameOf} />}
      </ChartCard>
    </AnalyticsPage>
  )
}
