import type { ControlChange } from '@muster/contract/controls'
import { toIso } from '../../ground/platform/clock.ts'
import type { RevisionRow } from './repository.ts'
import { hideSecrets } from './secrets.ts'

export function toWire(row: RevisionRow): ControlChange {
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(' ')
  return {
    revision: row.revision,
    settings: hideSecrets(row.settings),
    user: { id: row.user_id, email: row.email, name: name || row.email },
    updatedAt: toIso(row.updated_at),
  }
}
