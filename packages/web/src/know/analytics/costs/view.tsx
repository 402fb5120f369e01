import { ChartCard } from '../../../charts/chart-card.tsx'
import { DayCard } from '../../../charts/day-card.tsx'
import { RankedList } from '../../../charts/ranked-list.tsx'
import { compactMoney, exact, money } from '../../../ui/numbers.ts'
import { Stat, StatSkeleton } from '../../../ui/stat.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import { FilterChips } from '../filter-chips.tsx'
import { FilterLink } from '../filter-link.tsx'
import { nameOfKey } from '../filters.ts'
import type { Loaded } from '../loaded.ts'
import { MonthStory } from '../month-story.tsx'
import { PeopleList } from '../people-list.tsx'
import { CostStat } from './cost-stat.tsx'
import type { PersonCost } from './people.ts'
import type { CostsView } from './prepare.ts'

type Ranked = readonly (readonly [name: string, cost: number])[]

interface CostsPageViewProps {
  readonly view: CostsView | undefined
  /** Whether only costs of some places are shown. */
  readonly isNarrowed: boolean
  readonly teams: Loaded<Ranked>
  readonly agents: Loaded<Ranked>
  readonly repositories: Loaded<Ranked>
  readonly people: Loaded<readonly PersonCost[]>
  readonly error: unknown
  readonly onRetry: () => void
}

const endpoint = '/api/v0/analytics/costs'
const inDollars = { format: money, axisFormat: compactMoney }

export function CostsPageView(props: CostsPageViewProps) {
  const { view, isNarrowed, teams, agents, repositories, people, error, onRetry } = props
  const state = { error, onRetry }
  const nameOfPerson = (id: string) => people.value?.find((person) => person.id === id)?.name ?? id
  const groups = [
    ['agent', 'Agents', 'Agent', agents],
    ['team', 'Teams', 'Team', teams],
    ['repository', 'Repositories', 'Repository', repositories],
  ] as const
  return (
    <AnalyticsPage title="Spend">
      {isNarrowed ? <FilterChips nameOfPerson={nameOfPerson} /> : <MonthStory />}
      <Stats error={error}>
        {view ? (
          <>
            <CostStat costs={view} />
            <Stat label="Reported by agents" value={view.reported} format={money} />
            <Stat label="Estimated from prices" value={view.estimated} format={money} />
            <Stat label="Tokens without a price" value={view.unpriced} />
          </>
        ) : (
          ['Cost', 'Reported by agents', 'Estimated from prices', 'Tokens without a price'].map((label) => (
            <StatSkeleton key={label} label={label} />
          ))
        )}
      </Stats>
      <DayCard
        id="costs-by-model"
        title="Cost by model, in dollars"
        fields={[`${endpoint} cost`, `${endpoint} by_model[].cost`]}
        table={view?.modelsTable}
        height={280}
        {...state}
        name="Cost by model"
        kind="columns"
        days={view?.days}
        series={view?.models}
        previous={view?.previous}
        legendItem={(name) => <FilterLink kind="model" name={name} />}
        {...inDollars}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <DayCard
          id="costs-by-source"
          title="Reported and estimated"
          fields={[`${endpoint} reported_cost`, `${endpoint} estimated_cost`, `${endpoint} unpriced_tokens`]}
          table={view?.sourcesTable}
          {...state}
          name="Reported and estimated cost"
          kind="columns"
          days={view?.days}
          series={view?.sources}
          {...inDollars}
        />
        {groups.map(([kind, title, column, { value: rows, error, onRetry }]) => (
          <ChartCard
            key={kind}
            id={`costs-by-${kind}`}
            title={title}
            fields={[`${endpoint}?group_by=${kind} cost`]}
            table={rows && { columns: [column, 'Cost in dollars'], rows }}
            error={error}
            onRetry={onRetry}
          >
            {rows && (
              <RankedList
                name={`${title} by cost`}
                rows={rows}
                format={money}
                nameOf={(name) => nameOfKey(kind, name)}
                render={(name) => <FilterLink kind={kind} name={name} />}
              />
            )}
          </ChartCard>
        ))}
        <ChartCard
          id="costs-by-person"
          title="People"
          className="last:odd:xl:col-span-2"
          fields={[`${endpoint}?group_by=user cost`]}
          table={
            people.value && {
              columns: ['Person', 'Cost in dollars'],
              rows: people.value.map(({ name, cost }) => [name, cost]),
            }
          }
          error={people.error}
          onRetry={people.onRetry}
        >
          {people.value && <PeopleByCost people={people.value} />}
        </ChartCard>
      </div>
      {view?.pricesOf && (
        <p className="text-xs text-muted">
          Estimates use list prices, or those that an owner has set; the newest of them hold since {view.pricesOf}.{' '}
          {view.unpriced > 0 && `${exact(view.unpriced)} tokens are of models without a price, and in no amount.`}
        </p>
      )}
    </AnalyticsPage>
  )
}

function PeopleByCost({ people }: { people: readonly PersonCost[] }) {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const rows = people.map(({ id, cost }) => [id, cost] as const)
  return <PeopleList name="People by cost" rows={rows} nameOf={(id) => names.get(id) ?? id} format={money} />
}
