import type { Pagination } from '@muster/contract/pagination'
import { scoreOf } from '@muster/contract/readiness/score'
import {
  type PublishReport,
  type ReadinessReport,
  type RepositoryReadiness,
  reportListLimit,
  reportsOfRepository,
  repositoryHistoryLength,
} from '@muster/contract/readiness-report'
import { repositoryKey, withoutCredentials } from '@muster/contract/repository-url'
import type { Change } from '../../govern/audit/change.ts'
import { recordChange } from '../../govern/audit/service.ts'
import type { Database } from '../../ground/database/database.ts'
import { AppError, invalid } from '../../ground/platform/app-error.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import { newestFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { type ReportsPage, toReportsPage } from './report-page.ts'
import * as repository from './repository.ts'
import { toRepository, toWire } from './to-wire.ts'

export interface Reports {
  list(principal: Principal, query: { repoId?: string; limit?: string; startAfter?: string }): Promise<ReportsPage>
  publish(change: Change, body: PublishReport): Promise<ReadinessReport>
  get(principal: Principal, reportId: string): Promise<ReadinessReport>
  listRepositories(
    principal: Principal,
    query: PageQuery,
  ): Promise<{ repositories: RepositoryReadiness[]; pagination: Pagination }>
}

export function createReports({ database, ids }: { database: Database; ids: Ids }): Reports {
  return {
    async list(principal, query) {
      const { organizationId } = principal
      const start = query.startAfter === undefined ? undefined : await getStart(organizationId, query.startAfter)
      const repositoryId = query.repoId === undefined ? undefined : await findRepository(organizationId, query.repoId)
      if (query.repoId !== undefined && repositoryId === undefined)
        return toReportsPage(database, organizationId, [], 1)
      const limit = Math.min(Number(query.limit ?? reportListLimit.default), reportListLimit.maximum)
      const found = await repository.positions(database, organizationId, {
        repositoryId,
        before: start ? [start.created_at, start.id] : newestFirst.start,
        limit: limit + 1,
      })
      return toReportsPage(database, organizationId, found, limit)
    },

    async publish(change, body) {
      const { tx, principal, now } = change
      assertFractions(body)
      const repoUrl = withoutCredentials(body.repoUrl)
      const { level, score, passed, total, byPillar } = scoreOf(body.report)
      const pillarScores = Object.fromEntries(byPillar.map((each) => [each.pillar, each.score]))
      const repositoryId = await repository.repositoryFor(tx, {
        newId: ids.uuid(),
        organizationId: principal.organizationId,
        url: repoUrl,
        urlKey: repositoryKey(repoUrl),
        now,
      })
      const row = await repository.insert(tx, {
        id: ids.uuid(),
        organizationId: principal.organizationId,
        repositoryId,
        userId: principal.userId,
        report: { ...body, repoUrl, level, score, pillarScores },
        now,
        level,
        passed,
        total,
      })
      const { organizationId } = principal
      const removed = await repository.removeOldest(tx, organizationId, repositoryId, reportsOfRepository)
      await recordChange(change, {
        action: 'report.publish',
        target: { type: 'readiness_report', id: row.id },
        changes: { repoUrl, commitHash: body.commitHash ?? null, ...(removed.length > 0 && { removed }) },
      })
      return toWire(row)
    },

    async get(principal, reportId) {
      const row = isUuid(reportId) ? await repository.find(database, principal.organizationId, reportId) : undefined
      if (!row) throw new AppError('report_not_found', 'There is no report with this id.')
      return toWire(row)
    },

    async listRepositories(principal, query) {
      const { organizationId } = principal
      const name = `repositories:${organizationId}`
      const { limit, after } = parsePage(name, query, newestFirst)
      const rows = await repository.listOfRepositories(database, organizationId, {
        before: after,
        limit: limit + 1,
      })
      const page = toPage(name, limit, rows, (row) => [row.created_at, row.id])
      const ids = page.rows.map(({ id }) => id)
      const summaries = await repository.listOfSummaries(database, organizationId, ids, repositoryHistoryLength)
      const byRepository = Map.groupBy(summaries, ({ repository_id }) => repository_id)
      const repositories = page.rows.map((row) => toRepository(row, byRepository.get(row.id) ?? []))
      return { repositories, pagination: page.pagination }
    },
  }

  async function getStart(organizationId: string, id: string) {
    const row = isUuid(id) ? await repository.findPositionOf(database, organizationId, id) : undefined
    if (!row) {
      throw new AppError('invalid_request', 'startAfter names no report of the organization.', {
        errors: [{ path: 'startAfter', message: 'must be the reportId of a report' }],
      })
    }
    return row
  }

  async function findRepository(organizationId: string, repoId: string): Promise<string | undefined> {
    const id = isUuid(repoId) ? repoId : null
    return (await repository.findRepositoryId(database, organizationId, repositoryKey(repoId), id))?.id
  }
}

function assertFractions({ report }: PublishReport): void {
  for (const [criterion, { numerator, denominator }] of Object.entries(report)) {
    if (numerator > denominator) {
      throw invalid(`report.${criterion}.numerator`, `must be at most the denominator, ${denominator}`)
    }
  }
}
