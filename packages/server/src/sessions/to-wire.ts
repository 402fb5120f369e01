import type { Session, SessionSettings } from '@muster/contract/session'
import { sumOfUsage } from '../metering/token-usage.ts'
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
    sessionSettings: settingsOf(row),
    ...reasonOf(row),
    userId: row.user_id,
    ...(row.in_force?.model !== undefined && { agentModel: row.in_force.model }),
    ...(row.in_force?.mode !== undefined && { agentMode: row.in_force.mode }),
  }
}

function reasonOf({ status, is_offline, status_reason }: SessionRow): Pick<Session, 'statusReason'> {
  if (status === 'idle') return {}
  if (is_offline) return { statusReason: 'computer_offline' }
  return status_reason === null ? {} : { statusReason: status_reason }
}

function settingsOf({ settings, token_usage, turn_usage }: SessionRow): SessionSettings {
  const tokenUsage = sumOfUsage(token_usage, turn_usage)
  return tokenUsage === null ? settings : { ...settings, tokenUsage }
}
