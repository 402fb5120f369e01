import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

interface OwnerRow extends Record<string, unknown> {
  organization_id: string
  user_id: string
  email: string
}

const getFirstOwner = query<OwnerRow>(
  'demo.first_owner',
  `select o.id as organization_id, u.id as user_id, u.email
   from organizations o
     join users u on u.organization_id = o.id
   where u.role = 'owner' and u.removed_at is null
   order by o.created_at, o.id, u.id <> o.created_by, u.created_at, u.id limit 1`,
)

/** An owner of the organization that the first start created. */
export function firstOwner(handle: Handle): Promise<OwnerRow> {
  return handle.get(getFirstOwner)
}

interface DemonstrationRow extends Record<string, unknown> {
  seed: string
  loaded_through: string | null
  told_through: string | null
}

const findDemonstration = query<DemonstrationRow>(
  'demo.find',
  'select seed, loaded_through, told_through from demonstrations where organization_id = $1',
)

export function find(handle: Handle, organizationId: string): Promise<DemonstrationRow | undefined> {
  return handle.find(findDemonstration, [organizationId])
}

const findUse = query(
  'demo.find_use',
  `select 1 from audit_log
   where organization_id = $1 and action not in ('organization.create', 'api_key.create', 'sign_in.failed',
     'sign_in_link.create', 'password.set', 'browser_session.create', 'browser_session.revoke')
   union all select 1 from users where organization_id = $1 and id <> (select created_by from organizations where id = $1)
   limit 1`,
)

/** Whether anybody did more than make keys and sign in. Every change has an audit entry, until that expires. */
export async function isUsed(handle: Handle, organizationId: string): Promise<boolean> {
  return (await handle.find(findUse, [organizationId])) !== undefined
}

const insertDemonstration = query('demo.insert', 'insert into demonstrations (organization_id, seed) values ($1, $2)')

export function insert(handle: Handle, organizationId: string, seed: string) {
  return handle.run(insertDemonstration, [organizationId, seed])
}

const markLoaded = query(
  'demo.mark_loaded',
  `update demonstrations set loaded_through = greatest(loaded_through, $2) where organization_id = $1`,
)

/** Records that every day up to this one is stored. */
export function mark(handle: Handle, organizationId: string, day: string) {
  return handle.run(markLoaded, [organizationId, day])
}

const markTold = query('demo.mark_told', `update demonstrations set told_through = $2 where organization_id = $1`)

/** Records that the story is loaded up to this day. */
export function markStory(handle: Handle, organizationId: string, day: string) {
  return handle.run(markTold, [organizationId, day])
}
