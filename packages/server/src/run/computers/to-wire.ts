import type { Computer } from '@muster/contract/computer'
import { relayAgentPath, relayClientPath } from '@muster/contract/relay/protocol'
import type { ComputerRow } from './repository.ts'
import { accessOf } from './visible-computer.ts'

export function toWire(relayUrl: string, row: ComputerRow): Computer {
  return {
    id: row.id,
    userId: row.user_id,
    access: accessOf(row),
    name: row.name,
    providerType: row.provider_type,
    createdAt: row.created_at,
    ...(row.hostname !== null && { hostname: row.hostname }),
    status: row.status,
    provisioningSteps: row.provisioning_steps,
    relayClientUrl: relayUrl + relayClientPath(row.id),
    relayAgentUrl: relayUrl + relayAgentPath(row.id),
    ...(row.remote_user !== null && { remoteUser: row.remote_user }),
    ...(row.host_id !== null && row.confinement && { confinement: confinementOf(row.confinement) }),
    ...connectionOf(row),
    ...noteOf(row),
  }
}

/** The note tells what a person must do before the computer can work. */
function noteOf({ cut_off_at, provider_type, host_id, status }: ComputerRow): Pick<Computer, 'note'> {
  if (cut_off_at != null) return { note: 'Its user was removed. It connects no more, and gets no new work. Delete it.' }
  const isElsewhere = provider_type === 'managed' && host_id === null && status === 'provisioning'
  return isElsewhere
    ? {
        note: 'The service does not run this computer. Start it on a machine of yours, with the credential of its registration: muster computers join --credential-file FILE',
      }
    : {}
}

/** A computer that has never connected has no connection details. */
function connectionOf(row: ComputerRow): Partial<Computer> {
  return {
    isConnected: row.is_connected ?? false,
    ...(row.disconnected_at != null && { lastSeenAt: row.disconnected_at }),
    ...(row.agents && { agents: row.agents }),
    ...(row.folder && { folder: row.folder }),
    ...(row.platform && { platform: row.platform }),
    ...(row.consent?.maxAutonomyLevel && { maxAutonomyLevel: row.consent.maxAutonomyLevel }),
    ...(row.daemon_version && { daemonVersion: row.daemon_version }),
  }
}

/** Agents of managed computers are confined wherever that is possible. */
function confinementOf({ available, reason }: { available: boolean; reason?: string }) {
  return { isConfined: available, ...(!available && reason !== undefined && { reason }) }
}
