import type { AuditEntry } from '@muster/contract/audit-entry'
import { toIso } from '../../ground/platform/clock.ts'
import type { AuditRow } from './repository.ts'

export function toWire(row: AuditRow): AuditEntry {
  const byService = row.actor_user_id === null && row.actor_email === null && row.actor_key_id === null
  return {
    id: String(row.id),
    at: toIso(row.at),
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    actor: byService ? null : { userId: row.actor_user_id, email: row.actor_email, apiKeyId: row.actor_key_id },
    changes: row.changes,
    address: row.address,
    requestId: row.request_id,
  }
}
