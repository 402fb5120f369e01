import type { TurnReport } from '@muster/contract/relay/work-report'
import type { Tx } from '../../ground/database/database.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import { addSpent } from '../metering/spent.ts'
import { sumOfUsage } from '../metering/token-usage.ts'
import * as messages from './message-repository.ts'
import * as permissionRepository from './permission-repository.ts'
import * as repository from './repository.ts'

export interface Outcome {
  readonly outcome: 'completed' | 'failed' | 'interrupted'
  /** A sentence for people: what happened and what they can do. */
  readonly error?: string | undefined
  readonly report?: TurnReport | undefined
}

/** Ends a turn: returns the row and writes everything else. The caller saves the row. */
export async function endTurn(
  tx: Tx,
  ids: Ids,
  row: repository.TurnRow,
  { outcome, error, report }: Outcome,
): Promise<repository.TurnRow> {
  const text = textOf(outcome, error)
  const [cancelled, next] = await Promise.all([
    permissionRepository.cancelAll(tx, row),
    repository.firstWaiting(tx, row.organization_id, row.id),
  ])
  const waits = next !== undefined
  const ended: repository.TurnRow = {
    ...repository.withRoom(cancelled, text === undefined ? 0 : 1),
    status: waits ? 'pending' : 'idle',
    status_reason: null,
    turn_id: null,
    token_usage: sumOfUsage(row.token_usage, row.turn_usage),
    turn_usage: null,
    spent: addSpent(row.spent, row.turn_spent),
    turn_spent: null,
    outcome: outcome === 'completed' && wasRefused(report) ? 'refused' : outcome,
    completed_at: waits ? row.completed_at : row.updated_at,
    ...(row.turn_id !== null && {
      ended_turn: { turnId: row.turn_id, usage: row.turn_usage, spent: row.turn_spent, report },
    }),
  }
  if (text !== undefined) messages.insert(tx, ended, [systemMessage(ids, text, outcome, row.updated_at)])
  return repository.withNews(ended, 'turn.ended', {
    turnId: row.turn_id,
    outcome,
    ...(error !== undefined && { error }),
  })
}

/** True if the agent tried at least one action and all were refused. */
function wasRefused(report: TurnReport | undefined): boolean {
  return report !== undefined && report.calls.length > 0 && report.calls.every(({ decision }) => decision === 'refuse')
}

function textOf(outcome: Outcome['outcome'], error: string | undefined): string | undefined {
  if (outcome === 'failed') return error ?? 'The agent ended its turn with an error, and did not say why.'
  return outcome === 'interrupted' ? (error ?? 'The turn was interrupted.') : undefined
}

export function systemMessage(ids: Ids, text: string, outcome: Outcome['outcome'], now: number): messages.AgentMessage {
  return {
    id: ids.uuid(),
    role: 'system',
    content: [{ type: 'text', text, id: ids.uuid() }],
    details: { visibility: 'user_only', isUserVisible: true, ...(outcome === 'failed' && { isError: true }) },
    createdAt: now,
  }
}
