import type { PublishReport } from '@muster/contract/readiness-report'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { TimeAndId } from '../../ground/platform/keyset.ts'

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

/** Finds a repository by its id, if `id` is given, or by its URL. */
export function findRepositoryId(handle: Handle, organizationId: string, urlKey: string, id: string | null) {
  return handle.find(findRepository, [organizationId, urlKey, id])
}

const insertReport = query<ReportRow>(
  'reports.insert',
  `insert into readiness_reports
     (id, organization_id, repository_id, user_id, report, created_at, level, passed, total)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id, created_at, repository_id, report`,
)

export interface NewReportRow {
  readonly id: string
  readonly organizationId: string
  readonly repositoryId: string
  readonly userId: string
  readonly report: PublishReport
  readonly now: number
  readonly level: number
  readonly passed: number
  readonly total: number
}

export function insert(handle: Handle, row: NewReportRow): Promise<ReportRow> {
  const { id, organizationId, repositoryId, userId, now, level, passed, total } = row
  const report = JSON.stringify(row.report)
  return handle.get(insertReport, [id, organizationId, repositoryId, userId, report, now, level, passed, total])
}

const findPosition = query<{ created_at: number; id: string }>(
  'reports.find_position',
  'select created_at, id from readiness_reports where organization_id = $1 and id = $2',
)

/** The position of a report in the list. */
export function findPositionOf(handle: Handle, organizationId: string, id: string) {
  return handle.find(findPosition, [organizationId, id])
}

const findReport = query<ReportRow>(
  'reports.find',
  'select id, created_at, repository_id, report from readiness_reports where organization_id = $1 and id = $2',
)

export function find(handle: Handle, organizationId: string, id: string): Promise<ReportRow | undefined> {
  return handle.find(findReport, [organizationId, id])
}

const listPositions = query<ReportPosition>(
  'reports.list_positions',
  `select id, bytes from readiness_reports
   where organization_id = $1 and (created_at, id) < ($2, $3)
   order by created_at desc, id desc limit $4`,
)
const listPositionsOfRepository = query<ReportPosition>(
  'reports.list_positions_of_repository',
  `select id, bytes from readiness_reports
   where organization_id = $1 and repository_id = $5 and (created_at, id) < ($2, $3)
   order by created_at desc, id desc limit $4`,
)

/** The position and length of a report. */
export interface ReportPosition extends Record<string, unknown> {
  id: string
  bytes: number
}

export interface ReportPage {
  readonly repositoryId: string | undefined
  readonly before: TimeAndId
  readonly limit: number
}

export function positions(handle: Handle, organizationId: string, page: ReportPage): Promise<ReportPosition[]> {
  const params = [organizationId, ...page.before, page.limit]
  return page.repositoryId === undefined
    ? handle.many(listPositions, params)
    : handle.many(listPositionsOfRepository, [...params, page.repositoryId])
}

export interface ReportTextRow extends Record<string, unknown> {
  id: string
  created_at: number
  repository_id: string
  /** The JSON as it was stored. */
  text: string
}

const readTexts = query<ReportTextRow>(
  'reports.read_texts',
  `select id, created_at, repository_id, report::text as text from readiness_reports
   where organization_id = $1 and id = any($2::uuid[])
   order by created_at desc, id desc`,
)

/** In the order of the list. A report that was deleted meanwhile is left out. */
export function texts(handle: Handle, organizationId: string, ids: readonly string[]): Promise<ReportTextRow[]> {
  return handle.many(readTexts, [organizationId, ids])
}

const deleteOldest = query<{ id: string }>(
  'reports.delete_oldest',
  `delete from readiness_reports where organization_id = $1 and id in (
     select id from readiness_reports where organization_id = $1 and repository_id = $2
     order by created_at desc, id desc offset $3
   ) returning id`,
)

/** Deletes all but the newest `kept` reports of a repository, and returns them. */
export async function removeOldest(
  handle: Handle,
  organizationId: string,
  repositoryId: string,
  kept: number,
): Promise<string[]> {
  return (await handle.many(deleteOldest, [organizationId, repositoryId, kept])).map(({ id }) => id)
}

export interface RepositoryRow extends Record<string, unknown> {
  id: string
  url: string
  created_at: number
  report_count: number
}

const listRepositories = query<RepositoryRow>(
  'reports.list_repositories',
  `select id, url, created_at,
     (select count(*)::integer from readiness_reports
      where organization_id = $1 and repository_id = repositories.id) as report_count
   from repositories
   where organization_id = $1 and (created_at, id) < ($2, $3)
   order by created_at desc, id desc limit $4`,
)

export function listOfRepositories(
  handle: Handle,
  organizationId: string,
  page: { before: TimeAndId; limit: number },
): Promise<RepositoryRow[]> {
  return handle.many(listRepositories, [organizationId, ...page.before, page.limit])
}

export interface SummaryRow extends Record<string, unknown> {
  id: string
  created_at: number
  repository_id: string
  level: number | null
  passed: number | null
  total: number | null
  /** Absent from reports that were stored before scores existed. */
  score: string | null
  /** Only for the newest report of each repository. */
  branch: string | null
  commit_hash: string | null
  /** Only for reports that were stored before levels existed. */
  evaluations: PublishReport['report'] | null
}

const listSummaries = query<SummaryRow>(
  'reports.list_summaries',
  `select newest.* from unnest($2::uuid[]) as wanted (id) cross join lateral (
     select id, created_at, repository_id, level, passed, total,
       case when row_number() over (order by created_at desc, id desc) = 1 then report->>'branch' end as branch,
       case when row_number() over (order by created_at desc, id desc) = 1 then report->>'commitHash' end as commit_hash,
       report->>'score' as score,
       case when level is null then report->'report' end as evaluations
     from readiness_reports
     where organization_id = $1 and repository_id = wanted.id
     order by created_at desc, id desc limit $3
   ) newest`,
)

/** The newest reports of each of these repositories, the newest first. */
export function listOfSummaries(
  handle: Handle,
  organizationId: string,
  repositoryIds: readonly string[],
  limit: number,
): Promise<SummaryRow[]> {
  return handle.many(listSummaries, [organizationId, repositoryIds, limit])
}
