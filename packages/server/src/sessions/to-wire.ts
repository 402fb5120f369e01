import type { Session } from '@muster/contract/session'
import type { SessionRow } from './repository.ts'

export function toWire(row: SessionRow): Session {
  return {
    sessionId: row.id,
    status: row.status,
    messageCount: row.message_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.title !== null && { title: row.title }),
    ...(row.completed_at !== null && { completedAt: row.completed_at }),
    ...(row.computer_id !== null && { computerId: row.computer_id }),
    sessionSettings: row.token_usage === null ? row.settings : { ...row.settings, tokenUsage: row.token_usage },
  }
}
