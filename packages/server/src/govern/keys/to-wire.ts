import type { ApiKey } from '@muster/contract/api-key'
import { toIso } from '../../ground/platform/clock.ts'
import type { ApiKeyRow } from './repository.ts'

/** `children` is the number of active keys that were made with this key. */
export function toWire(row: ApiKeyRow, children = 0): ApiKey {
  return {
    id: row.id,
    name: row.name,
    userId: row.user_id,
    createdAt: toIso(row.created_at),
    ...(row.scopes && { scopes: row.scopes }),
    ...(row.expires_at !== null && { expiresAt: toIso(row.expires_at) }),
    ...(row.last_used_at !== null && { lastUsedAt: toIso(row.last_used_at) }),
    ...(row.last_event_at !== null && { lastEventAt: toIso(row.last_event_at) }),
    ...(row.parent_id !== null && { parentId: row.parent_id }),
    ...(children > 0 && { children }),
  }
}
