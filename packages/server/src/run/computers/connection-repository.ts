import type { ProvisioningStep } from '@muster/contract/computer'
import type { ProviderType, Role } from '@muster/contract/enumerations'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

export interface CredentialRow extends Record<string, unknown> {
  id: string
  organization_id: string
  credential_hash: Buffer
  provider_type: ProviderType
  host_id: string | null
  /** The role of the computer's user. */
  role: Role
  allowed_ips: string[]
}

const findCredentials = query<CredentialRow>(
  'computers.find_credentials',
  `select c.id, c.organization_id, c.credential_hash, c.provider_type, c.host_id, u.role, o.allowed_ips from computers c
   join users u on u.organization_id = c.organization_id and u.id = c.user_id
   join organizations o on o.id = c.organization_id
   where c.id = any($1) and c.cut_off_at is null and (u.removed_at is null or c.provider_type = 'managed')`,
)

/** Leaves out computers of removed users. */
export async function credentialsOf(handle: Handle, ids: readonly string[]): Promise<Map<string, CredentialRow>> {
  return new Map((await handle.many(findCredentials, [ids])).map((row) => [row.id, row]))
}

interface ConnectionRow extends Record<string, unknown> {
  name: string
  epoch: number
  node_id: string | null
  replaced_at: number[]
  provisioning_steps: ProvisioningStep[]
}

const findForConnection = query<ConnectionRow>(
  'computers.find_for_connection',
  `select name, epoch, node_id, replaced_at, provisioning_steps from computers
   where organization_id = $1 and id = $2 for update`,
)

export function lock(handle: Handle, organizationId: string, computerId: string) {
  return handle.find(findForConnection, [organizationId, computerId])
}

const connectComputer = query(
  'computers.connect',
  `update computers set epoch = $3, node_id = $4, connected_at = $5, disconnected_at = null, daemon = $6,
     hostname = coalesce(hostname, $7), status = 'active', provisioning_steps = $8, replaced_at = $9
   where organization_id = $1 and id = $2`,
)

interface NewConnection {
  readonly organizationId: string
  readonly computerId: string
  readonly epoch: number
  readonly nodeId: string
  readonly now: number
  readonly daemon: object
  readonly hostname: string
  readonly steps: readonly ProvisioningStep[]
  readonly replacedAt: readonly number[]
}

export function connect(handle: Handle, row: NewConnection): Promise<number> {
  return handle.run(connectComputer, [
    row.organizationId,
    row.computerId,
    row.epoch,
    row.nodeId,
    row.now,
    JSON.stringify(row.daemon),
    row.hostname,
    JSON.stringify(row.steps),
    JSON.stringify(row.replacedAt),
  ])
}

const disconnectComputer = query(
  'computers.disconnect',
  `update computers set node_id = null, disconnected_at = $4
   where organization_id = $1 and id = $2 and epoch = $3 and node_id is not null`,
)

/** Returns 0 if a newer connection of the computer is in force. */
export function disconnect(
  handle: Handle,
  { organizationId, computerId, epoch }: { organizationId: string; computerId: string; epoch: number },
  now: number,
): Promise<number> {
  return handle.run(disconnectComputer, [organizationId, computerId, epoch, now])
}

const noteVisitOf = query(
  'computers.note_visit',
  `update computers set connected_at = $3, disconnected_at = $3, daemon = $4
   where organization_id = $1 and id = $2 and node_id is null`,
)

/** Records a connection that has ended, of a computer that is not connected now. */
export function noteVisit(handle: Handle, { organizationId, computerId, at, daemon }: Visit): Promise<number> {
  return handle.run(noteVisitOf, [organizationId, computerId, at, JSON.stringify(daemon)])
}

interface Visit {
  readonly organizationId: string
  readonly computerId: string
  readonly at: number
  readonly daemon: object
}

const findCurrent = query<Pick<ConnectionRow, 'epoch' | 'replaced_at'>>(
  'computers.find_current_connection',
  'select epoch, replaced_at from computers where organization_id = $1 and id = $2 and cut_off_at is null',
)

/** Resolves with `undefined` if the computer was deleted or cut off. */
export function currentConnection(handle: Handle, organizationId: string, computerId: string) {
  return handle.find(findCurrent, [organizationId, computerId])
}

const renewNode = query(
  'computers.renew_node',
  'insert into nodes (id) values ($1) on conflict (id) do update set renewed_at = now()',
)

export function renew(handle: Handle, nodeId: string): Promise<number> {
  return handle.run(renewNode, [nodeId])
}

const forgetNode = query('computers.forget_node', 'delete from nodes where id = $1')

export function forget(handle: Handle, nodeId: string): Promise<number> {
  return handle.run(forgetNode, [nodeId])
}

const forgetNodes = query('computers.forget_all_nodes', 'delete from nodes')

export function forgetAllNodes(handle: Handle): Promise<number> {
  return handle.run(forgetNodes)
}

const forgetDeadNodes = query(
  'computers.forget_dead_nodes',
  `delete from nodes where renewed_at < now() - make_interval(secs => $1)`,
)

/** The key of a connection, across organizations. */
interface ConnectionKey extends Record<string, unknown> {
  organization_id: string
  id: string
  epoch: number
}

const freeComputers = query<ConnectionKey>(
  'computers.free',
  `update computers set node_id = null, disconnected_at = $1
   where node_id is not null and not exists (select 1 from nodes where nodes.id = computers.node_id)
   returning organization_id, id, epoch`,
)

/** Marks the computers of dead nodes as not connected. */
export async function freeFromDeadNodes(handle: Handle, leaseSeconds: number, now: number): Promise<ConnectionKey[]> {
  await handle.run(forgetDeadNodes, [leaseSeconds])
  return handle.many(freeComputers, [now])
}

const findGone = query<ConnectionKey>(
  'computers.find_gone',
  `select organization_id, id, epoch from computers
   where node_id is null and disconnected_at < $1
     and exists (select 1 from sessions s where s.computer_id = computers.id and s.status = 'running')`,
)

/** Computers that went away before this time and still have running turns. */
export function goneSince(handle: Handle, before: number): Promise<ConnectionKey[]> {
  return handle.many(findGone, [before])
}
