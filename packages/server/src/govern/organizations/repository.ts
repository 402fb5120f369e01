import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

export interface OrganizationRow extends Record<string, unknown> {
  id: string
  name: string
  created_at: number
}

const findOrganization = query<OrganizationRow>(
  'organizations.find',
  'select id, name, created_at from organizations where id = $1',
)

export function get(handle: Handle, id: string): Promise<OrganizationRow> {
  return handle.get(findOrganization, [id])
}

const anyOrganization = query('organizations.any', 'select 1 from organizations limit 1')

export async function exists(handle: Handle): Promise<boolean> {
  return (await handle.find(anyOrganization)) !== undefined
}

const insertOrganization = query(
  'organizations.insert',
  'insert into organizations (id, name, created_at, created_by) values ($1, $2, $3, $4)',
)

export function insert(handle: Handle, row: OrganizationRow, createdBy: string) {
  return handle.run(insertOrganization, [row.id, row.name, row.created_at, createdBy])
}

const renameOrganization = query<OrganizationRow & { old_name: string }>(
  'organizations.rename',
  `update organizations o set name = $2 from (select id, name from organizations where id = $1 for update) before
   where o.id = before.id returning o.id, o.name, o.created_at, before.name as old_name`,
)

export function rename(handle: Handle, id: string, name: string) {
  return handle.get(renameOrganization, [id, name])
}

const lockOrganizations = query('organizations.lock_all', 'lock table organizations in share row exclusive mode')

/** Locks the table, so that no other transaction creates an organization. */
export async function lockAll(handle: Handle): Promise<void> {
  await handle.run(lockOrganizations)
}
