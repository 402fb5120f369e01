import { type CostGroup, costGroups } from '@muster/contract/costs'
import { type WorkGroup, workGroups } from '@muster/contract/work'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { rowsVersion } from './rows-version.ts'

/** The documents of a day. Grouped rows of a day are one text, separated by commas. */
export type DocumentKind =
  | 'tokens'
  | 'tokens_by_model'
  | 'tools'
  | 'tools_by_name'
  | 'activity'
  | 'activity_by_client'
  | 'adoption'
  | 'costs'
  | `costs_by_${CostGroup}`
  | 'work'
  | `work_by_${WorkGroup}`
  | 'productivity'

/** The documents about costs and work. */
export const workKinds: readonly DocumentKind[] = [
  'costs',
  ...costGroups.map((group) => `costs_by_${group}` as const),
  'work',
  ...workGroups.map((group) => `work_by_${group}` as const),
]

const deleteDocuments = query(
  'analytics.delete_documents',
  `delete from analytics_documents
   where organization_id = $1 and kind = any($2::text[]) and day = any($3::text[])`,
)

export function remove(
  handle: Handle,
  organizationId: string,
  kinds: readonly DocumentKind[],
  days: readonly string[],
) {
  return handle.run(deleteDocuments, [organizationId, kinds, days])
}

const insertDocuments = query(
  'analytics.insert_documents',
  `insert into analytics_documents (organization_id, rows_version, kind, day, part, body)
   select $1, $2, * from unnest($3::text[], $4::text[], $5::int[], $6::text[])`,
)

interface Part {
  readonly day: string
  readonly kind: DocumentKind
  readonly part: number
  readonly text: string
}

export function insert(handle: Handle, organizationId: string, parts: readonly Part[]) {
  return handle.run(insertDocuments, [
    organizationId,
    rowsVersion,
    parts.map(({ kind }) => kind),
    parts.map(({ day }) => day),
    parts.map(({ part }) => part),
    parts.map(({ text }) => text),
  ])
}

const deleteUserDays = query(
  'analytics.delete_user_days',
  'delete from analytics_user_days where organization_id = $1 and day = $2',
)

export function removeUserDays(handle: Handle, organizationId: string, day: string) {
  return handle.run(deleteUserDays, [organizationId, day])
}

const addUserDays = query(
  'analytics.insert_user_days',
  `insert into analytics_user_days (organization_id, day, rows_version, user_id, body)
   select $1, $2, $3, * from unnest($4::text[], $5::text[])`,
)

export function insertUserDays(
  handle: Handle,
  organizationId: string,
  day: string,
  rows: readonly { readonly userId: string; readonly body: string }[],
) {
  const userIds = rows.map((row) => row.userId)
  const bodies = rows.map((row) => row.body)
  return handle.run(addUserDays, [organizationId, day, rowsVersion, userIds, bodies])
}

const bumpVersion = query(
  'analytics.bump_version',
  `insert into analytics_versions (organization_id, version) values ($1, 1)
   on conflict (organization_id) do update set version = analytics_versions.version + 1`,
)

export function bump(handle: Handle, organizationId: string) {
  return handle.run(bumpVersion, [organizationId])
}

const findVersions = query<{ organization_id: string; version: number }>(
  'analytics.find_versions',
  'select organization_id, version from analytics_versions where organization_id = any($1::uuid[])',
)

export async function versions(handle: Handle, organizationIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await handle.many(findVersions, [organizationIds])
  return new Map(rows.map((row) => [row.organization_id, row.version]))
}

export interface StoredPart extends Record<string, unknown> {
  readonly day: string
  readonly part: number
  readonly body: string
  readonly rows_version: number
}

const listParts = query<StoredPart>(
  'analytics.list_document_parts',
  `select day, part, body, rows_version from analytics_documents
   where organization_id = $1 and kind = $2 and day >= $3 and day <= $4 order by day, part`,
)

/** The documents of these days, each in parts. All parts of a document come from the same computation. */
export function documentParts(handle: Handle, organizationId: string, kind: DocumentKind, from: string, to: string) {
  return handle.many(listParts, [organizationId, kind, from, to])
}

const listUsers = query<{ user_id: string }>(
  'analytics.list_users',
  `select distinct user_id from analytics_user_days
   where organization_id = $1 and user_id > $2 and day >= $3 and day <= $4
   order by user_id limit $5`,
)

export function usersAfter(
  handle: Handle,
  organizationId: string,
  page: { after: string; from: string; to: string; limit: number },
) {
  return handle.many(listUsers, [organizationId, page.after, page.from, page.to, page.limit])
}

export interface StoredUserDay extends Record<string, unknown> {
  readonly body: string
  readonly rows_version: number
}

const listUserDays = query<StoredUserDay>(
  'analytics.list_user_days',
  `select body, rows_version from analytics_user_days
   where organization_id = $1 and user_id = any($2::text[]) and day >= $3 and day <= $4
   order by user_id, day`,
)

export function userDays(handle: Handle, organizationId: string, userIds: readonly string[], from: string, to: string) {
  return handle.many(listUserDays, [organizationId, userIds, from, to])
}
