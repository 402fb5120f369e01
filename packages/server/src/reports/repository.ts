import type { PublishReport } from '@muster/contract/readiness-report'
import type { Handle } from '../database/database.ts'
import { query } from '../database/query.ts'

export interface ReportRow extends Record<string, unknown> {
  id: string
  created_at: number
  repository_id: string
  report: PublishReport
}

const findOrInsertRepository = query<{ id: string }>(
  'reports.find_or_insert_repository',
  `insert into repositories (id, organization_id, url, url_key, created_at) values ($1, $2, $3, $4, $5)
   on conflict on constraint repositories_url_unique do update set url_key = excluded.url_key returning id`,
)

export async function repositoryFor(
  handle: Handle,
  row: { newId: string; organizationId: string; url: string; urlKey: string; now: number },
): Promise<string> {
  const { id } = await handle.get(findOrInsertRepository, [row.newId, row.organizationId, row.url, row.urlKey, row.now])
  return id
}

const findRepository = query<{ id: string }>(
  'reports.find_repository',
  'select id from repositories where organization_id = $1 and (url_key = $2 or id = $3::uuid)',
)

/** By its id, when that is one, or by its URL. */
export function findRepositoryId(handle: Handle, organizationId: string, urlKey: string, id: string | null) {
  return handle.find(findRepository, [organizationId, urlKey, id])
}

const insertReport = query<ReportRow>(
  'reports.insert',
  `insert into readiness_reports (id, organization_id, repository_id, user_id, report, created_at)
   values ($1, $2, $3, $4, $5, $6) returning id, created_at, repository_id, report`,
)

export function insert(
  handle: Handle,
  row: { id: string; organizationId: string; repositoryId: string; userId: string; report: PublishReport; now: number },
): Promise<ReportRow> {
  const report = JSON.stringify(row.report)
  return handle.get(insertReport, [row.id, row.organizationId, row.repositoryId, row.userId, report, row.now])
}

const findReport = query<{ created_at: number; id: string }>(
  'reports.find',
  'select created_at, id from readiness_reports where organization_id = $1 and id = $2',
)

export function find(handle: Handle, organizationId: string, id: string) {
  return handle.find(findReport, [organizationId, id])
}

const listReports = query<ReportRow>(
  'reports.list',
  `select id, created_at, repository_id, report from readiness_reports
   where organization_id = $1 and (created_at, id) < ($2, $3)
   order by created_at desc, id desc limit $4`,
)
const listReportsOfRepository = query<ReportRow>(
  'reports.list_of_repository',
  `select id, created_at, repository_id, report from readiness_reports
   where organization_id = $1 and repository_id = $5 and (created_at, id) < ($2, $3)
   order by created_at desc, id desc limit $4`,
)

export interface ReportPage {
  readonly repositoryId: string | undefined
  readonly beforeTime: number
  readonly beforeId: string
  readonly limit: number
}

export function list(handle: Handle, organizationId: string, page: ReportPage): Promise<ReportRow[]> {
  const params = [organizationId, page.beforeTime, page.beforeId, page.limit]
  return page.repositoryId === undefined
    ? handle.many(listReports, params)
    : handle.many(listReportsOfRepository, [...params, page.repositoryId])
}
