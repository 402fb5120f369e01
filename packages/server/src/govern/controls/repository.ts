import type { ControlSettings } from '@muster/contract/controls'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { Count } from '../../ground/platform/keyset.ts'

export interface RevisionRow extends Record<string, unknown> {
  revision: number
  /** The settings, with sealed secrets. */
  settings: ControlSettings
  updated_at: number
  user_id: string
  email: string
  first_name: string | null
  last_name: string | null
}

const currentRevision = query<RevisionRow>(
  'controls.current',
  `select o.controls_revision as revision, coalesce(r.settings, '{}') as settings,
     coalesce(r.updated_at, o.created_at) as updated_at, u.id as user_id, u.email, u.first_name, u.last_name
   from organizations o
   left join control_revisions r on r.organization_id = o.id and r.revision = o.controls_revision
   join users u on u.organization_id = o.id and u.id = coalesce(r.user_id, o.created_by)
   where o.id = $1`,
)

export function current(handle: Handle, organizationId: string): Promise<RevisionRow> {
  return handle.get(currentRevision, [organizationId])
}

const settingsInForce = query<{ settings: ControlSettings | null }>(
  'controls.in_force',
  `select r.settings from organizations o
   left join control_revisions r on r.organization_id = o.id and r.revision = o.controls_revision
   where o.id = $1`,
)

export async function inForce(handle: Handle, organizationId: string): Promise<ControlSettings> {
  return (await handle.get(settingsInForce, [organizationId])).settings ?? {}
}

const settingsInForceOfMany = query<{ organization_id: string; settings: ControlSettings | null }>(
  'controls.in_force_many',
  `select o.id as organization_id, r.settings from organizations o
   left join control_revisions r on r.organization_id = o.id and r.revision = o.controls_revision
   where o.id = any($1)`,
)

/** For several requests at once, each about its own organization. */
export async function inForceOfMany(handle: Handle, organizationIds: readonly string[]) {
  const rows = await handle.many(settingsInForceOfMany, [organizationIds])
  return new Map(rows.map((row) => [row.organization_id, row.settings ?? {}]))
}

const listRevisions = query<RevisionRow>(
  'controls.list',
  `select r.revision, r.settings, r.updated_at, u.id as user_id, u.email, u.first_name, u.last_name
   from control_revisions r join users u on u.id = r.user_id and u.organization_id = r.organization_id
   where r.organization_id = $1 and r.revision < $2
   order by r.revision desc limit $3`,
)

export function list(handle: Handle, organizationId: string, [beforeRevision]: Count, limit: number) {
  return handle.many(listRevisions, [organizationId, beforeRevision, limit])
}

const lockRevision = query<{ controls_revision: number }>(
  'controls.lock',
  'select controls_revision from organizations where id = $1 for no key update',
)

/** Locks the current revision, so that no other transaction can add one. */
export async function lock(handle: Handle, organizationId: string): Promise<number> {
  return (await handle.get(lockRevision, [organizationId])).controls_revision
}

const repriceDays = query(
  'controls.reprice',
  `update analytics_days set generation = generation + 1, changed_at = $4,
     pending_since = case when generation > computed_generation then pending_since else $4 end
   where organization_id = $1 and day >= $2 and day <= $3`,
)

/** Reopens the days on which prices changed, so that they are computed again. */
export function reprice(
  handle: Handle,
  organizationId: string,
  { from, to }: { readonly from: string; readonly to: string },
  now: number,
) {
  return handle.run(repriceDays, [organizationId, from, to, now])
}

const insertRevision = query(
  'controls.insert',
  'insert into control_revisions (organization_id, revision, settings, user_id, updated_at) values ($1, $2, $3, $4, $5)',
)
const putInForce = query(
  'controls.put_in_force',
  'update organizations set controls_revision = $2, allowed_ips = $3 where id = $1',
)

export async function insert(
  handle: Handle,
  organizationId: string,
  row: { revision: number; settings: ControlSettings; userId: string; now: number },
): Promise<void> {
  await handle.run(insertRevision, [organizationId, row.revision, JSON.stringify(row.settings), row.userId, row.now])
  await handle.run(putInForce, [organizationId, row.revision, row.settings.networkPolicy?.allowedIps ?? []])
}
