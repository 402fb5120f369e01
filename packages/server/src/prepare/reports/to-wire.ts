import { scoreOf } from '@muster/contract/readiness/score'
import type {
  ReadinessReport,
  ReportSummary,
  RepositoryReadiness,
  RepositoryTrend,
} from '@muster/contract/readiness-report'
import type { ReportRow, ReportTextRow, RepositoryRow, SummaryRow } from './repository.ts'

export function toWire({ id, created_at, repository_id, report }: ReportRow): ReadinessReport {
  return { reportId: id, createdAt: created_at, ...report, repoId: repository_id }
}

/** Returns the same as JSON, without parsing the stored text: a report is an object that is never empty. */
export function toWireText({ id, created_at, repository_id, text }: ReportTextRow): string {
  const head = JSON.stringify({ reportId: id, createdAt: created_at }).slice(0, -1)
  const tail = JSON.stringify({ repoId: repository_id }).slice(1)
  return `${head},${text.trim().slice(1, -1)},${tail}`
}

/** `summaries` are the newest reports of the repository, the newest first. */
export function toRepository(row: RepositoryRow, summaries: readonly SummaryRow[]): RepositoryReadiness {
  const history = summaries.map(toSummary)
  const [newest] = summaries
  return {
    repoId: row.id,
    repoUrl: row.url,
    level: history[0]?.level ?? 1,
    ...(history[0]?.score !== undefined && { score: history[0].score }),
    trend: trendOf(history),
    ...(typeof newest?.branch === 'string' && { branch: newest.branch }),
    ...(typeof newest?.commit_hash === 'string' && { commitHash: newest.commit_hash }),
    reportCount: row.report_count,
    history,
  }
}

function toSummary({ id, created_at, level, passed, total, score: points, evaluations }: SummaryRow): ReportSummary {
  const score = scoreOf(evaluations ?? {})
  return {
    reportId: id,
    createdAt: created_at,
    level: level ?? score.level,
    ...(points !== null && { score: Number(points) }),
    passed: passed ?? score.passed,
    total: total ?? score.total,
  }
}

function trendOf([newest, before]: readonly ReportSummary[]): RepositoryTrend {
  if (!newest || !before) return 'new'
  const change = newest.level - before.level || shareOf(newest) - shareOf(before)
  return change > 0 ? 'up' : change < 0 ? 'down' : 'steady'
}

function shareOf({ passed, total }: ReportSummary): number {
  return total === 0 ? 0 : passed / total
}
