import { Sparkline } from '../../charts/sparkline.tsx'
import { exact, money } from '../../ui/numbers.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { AnalyticsPage } from '../analytics-page.tsx'
import { noTeamName } from '../no-team-name.ts'
import type { TeamRow } from './prepare.ts'

interface TeamsPageViewProps {
  readonly teams: readonly TeamRow[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

const columns = ['Team', 'Members', 'Active in 30 days', 'Cost', 'Lines added', 'Cost by day'] as const

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
        <ScrollRegion aria-label="Teams" className="card overflow-x-auto">
          <table className="w-full text-[13px]">
            <thead>
              <tr className="border-b border-line">
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={`px-4 py-2 text-xs font-medium whitespace-nowrap text-muted ${column === 'Team' || column === 'Cost by day' ? 'text-left' : 'text-right'}`}
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {teams.map(({ team, members, active, cost, linesAdded, costByDay }) => (
                <tr key={team} className="h-11 border-b border-line last:border-0 hover:bg-hover">
                  <th scope="row" className="max-w-72 truncate px-4 text-left font-medium" dir="auto">
                    {noTeamName(team)}
                  </th>
                  <td className="tabular px-4 text-right">{exact(members)}</td>
                  <td className="tabular px-4 text-right">{exact(active)}</td>
                  <td className="tabular px-4 text-right">{money(cost)}</td>
                  <td className="tabular px-4 text-right">{linesAdded === undefined ? '–' : exact(linesAdded)}</td>
                  <td className="px-4">
                    <Sparkline values={costByDay} width={96} height={20} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </AnalyticsPage>
  )
}
