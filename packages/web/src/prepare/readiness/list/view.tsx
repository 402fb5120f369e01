import type { RepositoryReadiness } from '@muster/contract/readiness-report'
import { Link } from '@tanstack/react-router'
import { musterCommandAfterLogin } from '../../../app/environment.ts'
import { Sparkline } from '../../../charts/sparkline.tsx'
import { Card } from '../../../ui/card.tsx'
import { CommandLine } from '../../../ui/command-line.tsx'
import { exact } from '../../../ui/numbers.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { ago } from '../../../ui/time.ts'
import { LevelMark } from '../level-mark.tsx'
import { repositoryName } from '../repository-name.ts'
import { trendWords } from '../trend-words.ts'

interface RepositoriesViewProps {
  readonly repositories: readonly RepositoryReadiness[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly text: string
  readonly onText: (text: string) => void
}

const columns: readonly TableColumn<RepositoryReadiness>[] = [
  {
    label: 'Repository',
    cell: ({ repoId, repoUrl }) => (
      <Link
        to="/readiness/$repository"
        params={{ repository: repoId } as never}
        title={plainText(repoUrl)}
        className="block truncate font-medium hover:underline"
      >
        {plainText(repositoryName(repoUrl))}
      </Link>
    ),
  },
  { label: 'Level', cell: ({ level }) => <LevelMark level={level} /> },
  { label: 'Score', isNumber: true, cell: ({ score }) => score ?? '–' },
  {
    label: 'Trend',
    cell: ({ trend, history }) => (
      <span className="flex items-center gap-3 whitespace-nowrap">
        <Sparkline values={history.map((each) => each.score ?? 0).toReversed()} width={72} height={20} />
        <span className="text-xs text-muted">{trendWords[trend]}</span>
      </span>
    ),
  },
  {
    label: 'Last report',
    isNumber: true,
    cell: ({ history }) => (
      <span className="text-xs whitespace-nowrap text-muted">{history[0] && ago(history[0].createdAt)}</span>
    ),
  },
]

export function RepositoriesView({ repositories, error, onRetry, text, onText }: RepositoriesViewProps) {
  const shown = repositories?.filter(({ repoUrl }) => repoUrl.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      <PageHeader title="Readiness">How ready repositories are for the work of agents.</PageHeader>
      {error ? (
        <Failure error={error} retry={onRetry} />
      ) : !repositories || !shown ? (
        <Skeleton className="h-80" />
      ) : repositories.length === 0 ? (
        <Card>
          <Empty icon="ladder" title="No repository has a report yet">
            <p>Run this in a repository:</p>
            <div className="mt-2">
              <CommandLine text={musterCommandAfterLogin('readiness --publish')} />
            </div>
          </Empty>
        </Card>
      ) : (
        <>
          <div className="mb-3 flex items-center gap-3">
            <SearchField label="Search repositories" placeholder="Search repositories" value={text} onText={onText} />
            <p role="status" className="text-xs text-muted">
              {exact(shown.length)} of {exact(repositories.length)}
            </p>
          </div>
          {shown.length === 0 ? (
            <Empty icon="search" title="No repository is called that" />
          ) : (
            <Table label="Repositories" columns={columns} rows={shown} keyOf={({ repoId }) => repoId} />
          )}
        </>
      )}
    </>
  )
}
