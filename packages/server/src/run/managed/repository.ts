import type { ProvisioningStep } from '@muster/contract/computer'
import type { ComputerStatus } from '@muster/contract/enumerations'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

export interface HostedRow extends Record<string, unknown> {
  organization_id: string
  id: string
  name: string
}

const listHosted = query<HostedRow>(
  'managed.list',
  'select organization_id, id, name from computers where host_id = $1 order by id',
)

export function hostedBy(handle: Handle, hostId: string): Promise<HostedRow[]> {
  return handle.many(listHosted, [hostId])
}

const takeOver = query('managed.take_over', 'update computers set host_id = $1 where host_id <> $1')

/** Called after a restore: this is another host with the same computers. */
export function takeAll(handle: Handle, hostId: string): Promise<number> {
  return handle.run(takeOver, [hostId])
}

interface ProvisioningRow extends Record<string, unknown> {
  status: ComputerStatus
  provisioning_steps: ProvisioningStep[]
}

const findProvisioning = query<ProvisioningRow>(
  'managed.find_provisioning',
  'select status, provisioning_steps from computers where organization_id = $1 and id = $2 for update',
)

export function lockProvisioning(handle: Handle, { organization_id, id }: HostedRow) {
  return handle.find(findProvisioning, [organization_id, id])
}

const updateProvisioning = query(
  'managed.update_provisioning',
  'update computers set status = $3, provisioning_steps = $4 where organization_id = $1 and id = $2',
)

export function setProvisioning(handle: Handle, { organization_id, id }: HostedRow, row: ProvisioningRow) {
  return handle.run(updateProvisioning, [organization_id, id, row.status, JSON.stringify(row.provisioning_steps)])
}

const updateRemoteUser = query(
  'managed.set_remote_user',
  'update computers set remote_user = coalesce(remote_user, $3) where organization_id = $1 and id = $2',
)

export function setRemoteUser(handle: Handle, { organization_id, id }: HostedRow, user: string): Promise<number> {
  return handle.run(updateRemoteUser, [organization_id, id, user])
}

const updateCredential = query(
  'managed.set_credential',
  'update computers set credential_hash = $3 where organization_id = $1 and id = $2',
)

export function setCredential(handle: Handle, { organization_id, id }: HostedRow, hash: Buffer): Promise<number> {
  return handle.run(updateCredential, [organization_id, id, hash])
}
