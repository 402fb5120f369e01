import type { Session } from '@muster/contract/session'
import { addSpent } from '../metering/spent.ts'
import { sumOfUsage } from '../metering/token-usage.ts'
import type { SessionRow } from './repository.ts'
import { costOfSession } from './session-cost.ts'

export function toWire(row: SessionRow): Session {
  const tokenUsage = sumOfUsage(row.token_usage, row.turn_usage)
  const spent = addSpent(row.spent, row.turn_spent) ?? []
  return {
    sessionId: row.id,
    status: row.status,
    messageCount: row.message_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.title !== null && { title: row.title }),
    ...(row.completed_at !== null && { completedAt: row.completed_at }),
    ...(row.computer_id !== null && { computerId: row.computer_id }),
    sessionSettings: { ...row.settings, ...(tokenUsage && { tokenUsage }) },
    ...reasonOf(row),
    userId: row.user_id,
    ...(row.in_force?.model !== undefined && { agentModel: row.in_force.model }),
    ...(row.in_force?.mode !== undefined && { agentMode: row.in_force.mode }),
    ...(row.outcome !== null && { outcome: row.outcome }),
    ...(tokenUsage && { cost: costOfSession(spent, tokenUsage, row.model_prices) }),
  }
}

function reasonOf({ status, is_offline, status_reason }: SessionRow): Pick<Session, 'statusReason'> {
  if (status === 'idle') return {}
  if (is_offline) return { statusReason: 'computer_offline' }
  return status_reason === null ? {} : { statusReason: status_reason }
}
