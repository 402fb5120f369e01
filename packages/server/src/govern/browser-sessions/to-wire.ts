import type { BrowserSession } from '@muster/contract/browser-session'
import { toIso } from '../../ground/platform/clock.ts'
import type { SessionRow } from './repository.ts'

export function toWire(row: SessionRow, currentId: string | undefined): BrowserSession {
  return {
    id: row.id,
    method: row.method,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: toIso(row.created_at),
    lastUsedAt: toIso(row.last_used_at),
    expiresAt: toIso(row.expires_at),
    isCurrent: row.id === currentId,
  }
}
