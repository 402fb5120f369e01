import type { Computer } from '@muster/contract/computer'
import { relayAgentPath, relayClientPath } from '@muster/contract/relay/protocol'
import type { ComputerRow } from './repository.ts'

export function toWire(relayUrl: string, row: ComputerRow): Computer {
  return {
    id: row.id,
    name: row.name,
    providerType: row.provider_type,
    createdAt: row.created_at,
    ...(row.hostname !== null && { hostname: row.hostname }),
    status: row.status,
    provisioningSteps: row.provisioning_steps,
    relayClientUrl: relayUrl + relayClientPath(row.id),
    relayAgentUrl: relayUrl + relayAgentPath(row.id),
    ...(row.remote_user !== null && { remoteUser: row.remote_user }),
  }
}
