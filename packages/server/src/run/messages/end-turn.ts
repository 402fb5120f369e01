import type { MessageRole } from '@muster/contract/enumerations'
import type { ContentBlock } from '@muster/contract/message'
import type { TokenUsage } from '@muster/contract/session'
import type { Change } from '../../govern/audit/change.ts'
import { dayOf } from '../../ground/platform/days.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import { addSpent, spentOf } from '../metering/spent.ts'
import { sumOfUsage } from '../metering/token-usage.ts'
import { endSessionTurn, lockSession } from '../sessions/service.ts'
import * as repository from './repository.ts'

/** What an agent did in answer to a user's message. */
export interface Turn {
  readonly messages: readonly {
    readonly role: Exclude<MessageRole, 'user'>
    readonly content: readonly ContentBlock[]
    readonly at: number
  }[]
  readonly usage: TokenUsage
  /** The model that it used. */
  readonly model: string
}

/**
 * Stores the agent's messages and usage, makes the session idle, and removes the waiting messages, which this turn
 * answered.
 */
export async function endTurn(ids: Ids, change: Change, sessionId: string, turn: Turn): Promise<void> {
  const { messages, usage } = turn
  const { tx, principal, now } = change
  const { organizationId } = principal
  const session = await lockSession(change, sessionId)
  const key = { organizationId, id: session.id }
  const { seq, revision } = await endSessionTurn(tx, key, {
    messages: messages.length,
    usage: sumOfUsage(session.token_usage, usage) ?? usage,
    spent: addSpent(session.spent, spentOf(turn, dayOf(now), undefined)),
    now,
  })
  const first = seq - messages.length + 1
  await repository.insertMany(
    tx,
    key,
    messages.map(({ role, content, at }, index) => ({
      seq: first + index,
      id: ids.uuid(),
      role,
      content,
      now: at,
      revision: revision - messages.length + 1 + index,
    })),
  )
  await repository.dequeueSession(tx, organizationId, session.id)
}
