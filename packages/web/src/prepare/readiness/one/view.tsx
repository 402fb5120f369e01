import type { ReadinessReport } from '@muster/contract/readiness-report'
import { Card } from '../../../ui/card.tsx'
import { inputClass } from '../../../ui/field.tsx'
import { exact } from '../../../ui/numbers.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { exactTime } from '../../../ui/time.ts'
import { LevelMark } from '../level-mark.tsx'
import { repositoryName } from '../repository-name.ts'
import { Applications } from './applications.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { Criteria } from './criteria.tsx'
import { Ladder } from './ladder.tsx'
import { NextSteps } from './next-steps.tsx'
import { OwnDecisions } from './own-decisions.tsx'
import type { Compared, PreparedReport } from './prepare-report.ts'

interface RepositoryViewProps {
  readonly reports: readonly ReadinessReport[] | undefined
  readonly report: ReadinessReport | undefined
  readonly prepared: PreparedReport | undefined
  readonly otherId: string | undefined
  readonly comparison: Compared | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onReport: (reportId: string) => void
  readonly onCompare: (reportId: string) => void
}

export function RepositoryView(props: RepositoryViewProps) {
  const { reports, report, prepared, comparison } = props
  if (props.error || !reports || !report || !prepared) {
    return (
      <>
        <PageHeader title="Repository" />
        {props.error ? (
          <Failure error={props.error} retry={props.onRetry} />
        ) : reports ? (
          <Empty icon="ladder" title="This repository has no report" />
        ) : (
          <Skeleton className="h-96" />
        )}
      </>
    )
  }
  const { score, missing } = prepared
  return (
    <>
      <PageHeader
        title={plainText(repositoryName(report.repoUrl))}
        actions={
          <>
            <ReportSelect label="Report" reports={reports} value={report.reportId} onChange={props.onReport} />
            {reports.length > 1 && (
              <ReportSelect
                label="Compare with"
                reports={reports.filter(({ reportId }) => reportId !== report.reportId)}
                value={props.otherId ?? ''}
                none="Compare with…"
                onChange={props.onCompare}
              />
            )}
          </>
        }
      >
        {[report.branch, report.commitHash?.slice(0, 10)]
          .filter(Boolean)
          .map((text) => plainText(text ?? ''))
          .join(' · ')}
      </PageHeader>
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Card title="Level">
            <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
              <LevelMark level={score.level} />
              <span className="tabular text-[22px] font-semibold">{score.score}</span>
              <span className="text-xs text-muted">
                points, {exact(score.passed)} of {exact(score.total)} criteria
                {missing > 0 && `; ${exact(missing)} more for the next level`}
              </span>
            </p>
            <Ladder rows={score.byLevel.map((each) => ({ ...each, label: `${each.level} ${each.name}` }))} />
          </Card>
          <NextSteps steps={prepared.nextSteps} />
        </div>
        <div className="grid gap-4">
          <Card title="Pillars">
            <Ladder rows={score.byPillar.map((each) => ({ ...each, label: each.pillar, points: each.score }))} />
          </Card>
          <Applications apps={report.apps} />
        </div>
        {comparison && <ComparisonCard {...comparison} />}
      </div>
      <Criteria groups={prepared.byPillar} />
      <OwnDecisions own={prepared.own} switchedOff={report.switchedOff ?? {}} />
    </>
  )
}

interface ReportSelectProps {
  readonly label: string
  readonly reports: readonly ReadinessReport[]
  readonly value: string
  readonly none?: string
  readonly onChange: (reportId: string) => void
}

function ReportSelect({ label, reports, value, none, onChange }: ReportSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClass} w-auto!`}
    >
      {none && <option value="">{none}</option>}
      {reports.map(({ reportId, createdAt, level }) => (
        <option key={reportId} value={reportId}>
          {exactTime(createdAt)}
          {level !== undefined && ` · level ${level}`}
        </option>
      ))}
    </select>
  )
}
