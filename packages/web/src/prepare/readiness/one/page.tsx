import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSearchState } from '../../../app/search.ts'
import { useTitle } from '../../../app/title.ts'
import { useReports } from '../queries.ts'
import { repositoryName } from '../repository-name.ts'
import { compareReports, prepareReport } from './prepare-report.ts'
import { RepositoryView } from './view.tsx'

export function Page() {
  const { repository = '' } = useParams({ strict: false })
  const query = useReports(repository)
  const [search, change] = useSearchState()
  const reports = query.data ?? []
  const report = reports.find(({ reportId }) => reportId === search.report) ?? reports[0]
  const other = reports.find(({ reportId }) => reportId === search.with && reportId !== report?.reportId)
  const prepared = useMemo(() => report && prepareReport(report), [report])
  const comparison = useMemo(() => {
    if (!report || !prepared || !other) return undefined
    const earlier = prepareReport(other)
    const [before, after] = other.createdAt <= report.createdAt ? [earlier, prepared] : [prepared, earlier]
    return { before, after, changes: compareReports(before, after) }
  }, [report, prepared, other])
  useTitle(report ? repositoryName(report.repoUrl) : 'Repository')
  return (
    <RepositoryView
      reports={query.data}
      report={report}
      prepared={prepared}
      otherId={other?.reportId}
      comparison={comparison}
      error={query.error}
      onRetry={() => void query.refetch()}
      onReport={(id) => change({ report: id === reports[0]?.reportId ? undefined : id }, { isStep: true })}
      onCompare={(id) => change({ with: id || undefined })}
    />
  )
}
