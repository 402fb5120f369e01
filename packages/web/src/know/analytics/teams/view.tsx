import { Sparkline } from '../../../charts/sparkline.tsx'
import { exact, money } from '../../../ui/numbers.ts'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { AnalyticsPage } from '../analytics-page.tsx'
import { FilterLink } from '../filter-link.tsx'
import type { TeamRow } from './prepare.ts'

interface TeamsPageViewProps {
  readonly teams: readonly TeamRow[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

/** The cost comes first, so that it is visible on a narrow screen too. */
const columns: readonly TableColumn<TeamRow>[] = [
  {
    label: 'Team',
    cell: ({ team }) => (
      <span className="block truncate font-medium" dir="auto">
        <FilterLink kind="team" name={team} />
      </span>
    ),
  },
  { label: 'Cost', isNumber: true, cell: ({ cost }) => money(cost) },
  { label: 'Cost by day', cell: ({ costByDay }) => <Sparkline values={costByDay} width={96} height={20} /> },
  { label: 'Members', isNumber: true, cell: ({ members }) => exact(members) },
  { label: 'Active in 30 days', isNumber: true, cell: ({ active }) => exact(active) },
  {
    label: 'Lines added',
    isNumber: true,
    cell: ({ linesAdded }) => (linesAdded === undefined ? '–' : exact(linesAdded)),
  },
]

export function TeamsPageView({ teams, error, onRetry }: TeamsPageViewProps) {
  return (
    <AnalyticsPage title="Teams">
      {error ? (
        <Failure error={error} retry={onRetry} />
      ) : !teams ? (
        <Skeleton className="h-80" />
      ) : teams.length === 0 ? (
        <Empty icon="team" title="No teams on these days">
          A person’s team is what stands in their metadata, or what their agent sends as team.id.
        </Empty>
      ) : (
        <Table label="Teams" columns={columns} rows={teams} keyOf={({ team }) => team} />
      )}
    </AnalyticsPage>
  )
}
