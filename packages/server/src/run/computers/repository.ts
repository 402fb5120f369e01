import type { AgentInfo, ProvisioningStep } from '@muster/contract/computer'
import type { ComputerStatus, ProviderType } from '@muster/contract/enumerations'
import type { Hello } from '@muster/contract/relay/from-computer'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

export interface ComputerRow extends Record<string, unknown> {
  id: string
  user_id: string
  name: string
  provider_type: ProviderType
  status: ComputerStatus
  hostname: string | null
  remote_user: string | null
  provisioning_steps: ProvisioningStep[]
  created_at: number
  /** The host of the service that runs the computer. */
  host_id: string | null
  /** Reported by the computer. */
  confinement?: { available: boolean; reason?: string } | null
  consent?: Hello['daemon']['consent'] | null
  is_connected?: boolean
  disconnected_at?: number | null
  /** When the computer's user was removed. */
  cut_off_at?: number | null
  agents?: AgentInfo[] | null
  folder?: string | null
  platform?: string | null
  daemon_version?: string | null
}

const columns = `id, user_id, name, provider_type, status, hostname, remote_user, provisioning_steps, created_at, host_id,
  daemon->'confinement' as confinement, daemon->'consent' as consent, node_id is not null as is_connected, disconnected_at, cut_off_at, daemon->'agents' as agents,
  daemon->>'folder' as folder, daemon->>'platform' as platform, daemon->>'version' as daemon_version`

/**
 * Names are compared without regard to case and Unicode form. Upper case comes first, because some letters have a
 * lower-case form that depends on their position (σ, ς), or an upper-case form of two letters (ß).
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase()
}

const listComputers = query<ComputerRow>(
  'computers.list',
  `select ${columns} from computers where organization_id = $1 order by created_at desc, id desc`,
)

export function list(handle: Handle, organizationId: string): Promise<ComputerRow[]> {
  return handle.many(listComputers, [organizationId])
}

const listOwnOf = query<{ id: string }>(
  'computers.list_own_of_user',
  `select id from computers where organization_id = $1 and user_id = $2 and provider_type = 'byom' order by id`,
)

/** The computers that the user registered for their own use. */
export function listOwn(handle: Handle, organizationId: string, userId: string) {
  return handle.many(listOwnOf, [organizationId, userId])
}

const cutOffComputer = query(
  'computers.cut_off',
  'update computers set credential_hash = $3, cut_off_at = $4 where organization_id = $1 and id = $2',
)

export function cutOff(handle: Handle, organizationId: string, id: string, unknown: Buffer, now: number) {
  return handle.run(cutOffComputer, [organizationId, id, unknown, now])
}

const countComputers = query<{ computers: number }>(
  'computers.count_of_user',
  'select count(*) as computers from computers where organization_id = $1 and user_id = $2',
)

export async function countOfUser(handle: Handle, organizationId: string, userId: string): Promise<number> {
  return (await handle.get(countComputers, [organizationId, userId])).computers
}

const countHosted = query<{ computers: number }>(
  'computers.count_hosted',
  'select count(*) as computers from computers where host_id = $1',
)

export async function countOnHost(handle: Handle, hostId: string): Promise<number> {
  return (await handle.get(countHosted, [hostId])).computers
}

const findComputer = query<ComputerRow>(
  'computers.find',
  `select ${columns} from computers where organization_id = $1 and id = $2`,
)

export function find(handle: Handle, organizationId: string, id: string): Promise<ComputerRow | undefined> {
  return handle.find(findComputer, [organizationId, id])
}

const findComputers = query<ComputerRow & { organization_id: string }>(
  'computers.find_many',
  `select organization_id, ${columns} from computers
   where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
)

export interface ComputerKey {
  readonly organizationId: string
  readonly id: string
}

export function findMany(handle: Handle, keys: readonly ComputerKey[]) {
  return handle.many(findComputers, [keys.map(({ organizationId }) => organizationId), keys.map(({ id }) => id)])
}

const findForUse = query<ComputerRow>(
  'computers.find_for_use',
  `select ${columns} from computers where organization_id = $1 and id = $2 for key share`,
)

/** Locks the computer against deletion until the transaction ends. */
export function findAndKeep(handle: Handle, organizationId: string, id: string): Promise<ComputerRow | undefined> {
  return handle.find(findForUse, [organizationId, id])
}

const findForUpdate = query<ComputerRow>(
  'computers.find_for_update',
  `select ${columns} from computers where organization_id = $1 and id = $2 for update`,
)

export function findAndLock(handle: Handle, organizationId: string, id: string): Promise<ComputerRow | undefined> {
  return handle.find(findForUpdate, [organizationId, id])
}

const findByName = query<ComputerRow>(
  'computers.find_by_name',
  `select ${columns} from computers where organization_id = $1 and name_key = $2`,
)

export function findNamed(handle: Handle, organizationId: string, name: string): Promise<ComputerRow | undefined> {
  return handle.find(findByName, [organizationId, nameKey(name)])
}

const insertComputer = query<ComputerRow>(
  'computers.insert',
  `insert into computers (id, organization_id, user_id, name, name_key, provider_type, status, hostname, remote_user,
     provisioning_steps, credential_hash, created_at, host_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${columns}`,
)

export interface NewComputerRow extends ComputerRow {
  organization_id: string
  credential_hash: Buffer
}

export function insert(handle: Handle, row: NewComputerRow): Promise<ComputerRow> {
  return handle.get(insertComputer, [
    row.id,
    row.organization_id,
    row.user_id,
    row.name,
    nameKey(row.name),
    row.provider_type,
    row.status,
    row.hostname,
    row.remote_user,
    JSON.stringify(row.provisioning_steps),
    row.credential_hash,
    row.created_at,
    row.host_id,
  ])
}

const updateComputer = query<ComputerRow>(
  'computers.update',
  `update computers set name = $3, name_key = $4, remote_user = $5
   where organization_id = $1 and id = $2 returning ${columns}`,
)

export function update(handle: Handle, organizationId: string, row: ComputerRow): Promise<ComputerRow> {
  return handle.get(updateComputer, [organizationId, row.id, row.name, nameKey(row.name), row.remote_user])
}

const updateProvisioningOf = query<ComputerRow>(
  'computers.update_provisioning',
  `update computers set status = $3, provisioning_steps = $4
   where organization_id = $1 and id = $2 returning ${columns}`,
)

export function updateProvisioning(handle: Handle, organizationId: string, row: ComputerRow): Promise<ComputerRow> {
  const steps = JSON.stringify(row.provisioning_steps)
  return handle.get(updateProvisioningOf, [organizationId, row.id, row.status, steps])
}

const lockSessions = query(
  'computers.lock_sessions',
  'select id from sessions where organization_id = $1 and computer_id = $2 order by id for update',
)

/**
 * A message locks its session first and then the computer. Deleting a computer uses the same order, otherwise the two
 * could deadlock.
 */
export function lockSessionsOf(handle: Handle, organizationId: string, id: string): Promise<number> {
  return handle.run(lockSessions, [organizationId, id])
}

const deleteComputer = query('computers.delete', 'delete from computers where organization_id = $1 and id = $2')

export function remove(handle: Handle, organizationId: string, id: string) {
  return handle.run(deleteComputer, [organizationId, id])
}
