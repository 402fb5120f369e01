import type { Computer } from '@muster/contract/computer'
import type { ComputerRow } from './repository.ts'

export function toWire(row: ComputerRow): Computer {
  return {
    id: row.id,
    name: row.name,
    providerType: row.provider_type,
    createdAt: row.created_at,
    ...(row.hostname !== null && { hostname: row.hostname }),
    status: row.status,
    provisioningSteps: row.provisioning_steps,
    ...(row.remote_user !== null && { remoteUser: row.remote_user }),
  }
}
