import { ChartCard } from '../../../charts/chart-card.tsx'
import { DayCard } from '../../../charts/day-card.tsx'
import { RankedList } from '../../../charts/ranked-list.tsx'
import { Stat, StatSkeleton } from '../../../ui/stat.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import type { ProductivityView } from './prepare.ts'

interface ProductivityPageViewProps {
  readonly view: ProductivityView | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

const endpoint = '/api/v1/analytics/productivity'

export function ProductivityPageView({ view, error, onRetry }: ProductivityPageViewProps) {
  const state = { error, onRetry }
  return (
    <AnalyticsPage title="Productivity">
      <Stats error={error}>
        {view ? (
          <>
            <Stat label="Files edited" {...view.edited} />
            <Stat label="Files created" {...view.created} />
            <Stat label="Commits" {...view.commits} />
            <Stat label="Pull requests" {...view.pullRequests} />
          </>
        ) : (
          ['Files edited', 'Files created', 'Commits', 'Pull requests'].map((label) => (
            <StatSkeleton key={label} label={label} />
          ))
        )}
      </Stats>
      <div className="grid gap-4 xl:grid-cols-2">
        <DayCard
          id="files"
          title="Files"
          fields={[`${endpoint} files_created`, `${endpoint} files_edited`]}
          table={view?.filesTable}
          {...state}
          name="Files created and edited"
          kind="columns"
          days={view?.days}
          series={view?.files}
          previous={view?.previousFiles}
        />
        <DayCard
          id="git"
          title="Commits and pull requests"
          fields={[`${endpoint} git_commits`, `${endpoint} git_prs_created`]}
          table={view?.gitTable}
          {...state}
          kind="lines"
          days={view?.days}
          series={view?.git}
        />
        <ChartCard
          id="languages"
          title="Languages"
          fields={[`${endpoint} by_language[].language`]}
          table={view && { columns: ['Language', 'File operations'], rows: view.languages }}
          {...state}
        >
          {view && <RankedList name="Languages by file operations" rows={view.languages} />}
        </ChartCard>
        <ChartCard
          id="extensions"
          title="File extensions"
          fields={[`${endpoint} by_extension[].extension`]}
          table={view && { columns: ['Extension', 'File operations'], rows: view.extensions }}
          {...state}
        >
          {view && <RankedList name="File extensions by file operations" rows={view.extensions} />}
        </ChartCard>
      </div>
    </AnalyticsPage>
  )
}
