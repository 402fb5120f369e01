import type { PermissionRequest, PermissionStatus } from '@muster/contract/permission'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { ChangedRange } from '../sessions/changed-range.ts'
import { revised, type TurnRow } from './repository.ts'

export interface PermissionRow extends Record<string, unknown> {
  id: string
  turn_id: string
  status: PermissionStatus
  request: PermissionRequest
  option_id: string | null
  created_at: number
  decided_at: number | null
  decided_by: string | null
  revision: number
}

const permissionColumns = 'id, turn_id, status, request, option_id, created_at, decided_at, decided_by, revision'

const insertPermission = query(
  'turns.insert_permission',
  `insert into permissions (organization_id, session_id, id, turn_id, status, request, created_at, revision)
   values ($1, $2, $3, $4, 'pending', $5, $6, $7)
   on conflict (session_id, id) do nothing`,
)

export function ask(handle: Handle, session: TurnRow, request: PermissionRequest): Promise<number> {
  const text = JSON.stringify(request)
  return handle.run(insertPermission, [
    session.organization_id,
    session.id,
    request.id,
    session.turn_id,
    text,
    session.updated_at,
    session.version,
  ])
}

const closePermission = query(
  'turns.close_permission',
  `update permissions set status = $4, decided_at = $5, revision = $6, option_id = $7, decided_by = $8
   where organization_id = $1 and session_id = $2 and id = $3 and status = 'pending'`,
)

interface Decision {
  readonly permissionId: string
  readonly status: PermissionStatus
  readonly optionId?: string
  readonly decidedBy?: string
}

export function close(handle: Handle, session: TurnRow, decision: Decision): Promise<number> {
  return handle.run(closePermission, [
    session.organization_id,
    session.id,
    decision.permissionId,
    decision.status,
    session.updated_at,
    session.version,
    decision.optionId ?? null,
    decision.decidedBy ?? null,
  ])
}

const cancelPermissions = query(
  'turns.cancel_permissions',
  `update permissions p set status = 'cancelled', decided_at = $3, revision = $4 + open.place
   from (select id, row_number() over (order by id) as place from permissions
     where organization_id = $1 and session_id = $2 and status = 'pending') as open
   where p.organization_id = $1 and p.session_id = $2 and p.id = open.id`,
)

/** Cancels all open permissions. Returns the row with a new version for each of them. */
export async function cancelAll(handle: Handle, session: TurnRow): Promise<TurnRow> {
  const { organization_id, id, updated_at, version } = session
  return revised(session, await handle.run(cancelPermissions, [organization_id, id, updated_at, version]))
}

const countPending = query<{ pending: number }>(
  'turns.count_pending_permissions',
  `select count(*) as pending from permissions
   where organization_id = $1 and session_id = $2 and status = 'pending'`,
)

export async function pendingPermissions(handle: Handle, session: TurnRow): Promise<number> {
  return (await handle.get(countPending, [session.organization_id, session.id])).pending
}

const listPermissions = query<PermissionRow>(
  'turns.list_permissions',
  `select ${permissionColumns} from permissions
   where organization_id = $1 and session_id = $2 order by created_at desc, id desc limit 1000`,
)

export function permissionsOf(handle: Handle, organizationId: string, sessionId: string) {
  return handle.many(listPermissions, [organizationId, sessionId])
}

const listChangedPermissions = query<PermissionRow>(
  'turns.list_changed_permissions',
  `select ${permissionColumns} from permissions
   where organization_id = $1 and session_id = $2 and revision > $3
   order by revision limit $4`,
)

/** In the order in which they were asked or decided. */
export function changedPermissions(handle: Handle, range: ChangedRange): Promise<PermissionRow[]> {
  const { organizationId, sessionId, after, limit } = range
  return handle.many(listChangedPermissions, [organizationId, sessionId, after, limit])
}

const findPermission = query<PermissionRow>(
  'turns.find_permission',
  `select ${permissionColumns} from permissions where organization_id = $1 and session_id = $2 and id = $3`,
)

export function permission(handle: Handle, organizationId: string, sessionId: string, id: string) {
  return handle.find(findPermission, [organizationId, sessionId, id])
}
