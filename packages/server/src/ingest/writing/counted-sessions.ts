import type { Database, Tx } from '../../database/database.ts'
import type { EventStore } from '../../events/event-store.ts'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import { dayOf } from '../../platform/days.ts'
import type { CountedKind } from './claim-repository.ts'
import * as repository from './claim-repository.ts'

const kinds: Partial<Record<UsageType, CountedKind>> = {
  model_call: 'tokens',
  session_start: 'work',
  message: 'work',
  tool_call: 'work',
}

/**
 * The work of an agent on one of our computers is reported twice: by the relay, and by the agent itself if it sends
 * telemetry. The source that is counted first stays the source of this session; the other is ignored. Both decide under
 * one lock, so the order does not matter. A type that the relay never reports has no kind and always counts.
 */
function kindOf({ type }: UsageEvent): CountedKind | undefined {
  return kinds[type]
}

/**
 * Telemetry without events that are already counted from the relay. Call it in the transaction that writes the rest and
 * shares the lock.
 */
export async function withoutCounted(
  tx: Tx,
  organizationId: string,
  shares: readonly (readonly UsageEvent[])[],
): Promise<(readonly UsageEvent[])[]> {
  const sessions = new Set(shares.flatMap((share) => share.map(({ session }) => session)))
  sessions.delete('')
  if (sessions.size === 0) return [...shares]
  const claims = await repository.claimsOf(tx, organizationId, [...sessions])
  const counted = new Set(claims.filter(({ source }) => source === 'relay').map(nameOf))
  if (counted.size === 0) return [...shares]
  const isNew = (event: UsageEvent) => {
    const kind = kindOf(event)
    return kind === undefined || !counted.has(nameOf({ agent_session: event.session, kind }))
  }
  return shares.map((share) => share.filter(isNew))
}

/** The relay's events of a session, without those that are counted from the agent's own telemetry. */
export function claimForRelay(
  database: Database,
  store: EventStore,
  organizationId: string,
  agentSession: string,
  events: readonly UsageEvent[],
): Promise<UsageEvent[]> {
  return database.transaction(async (tx) => {
    await repository.lockClaims(tx, organizationId)
    const claims = await repository.claimsOf(tx, organizationId, [agentSession])
    const known = new Map(claims.map(({ kind, source }) => [kind, source]))
    for (const [kind, ofKind = []] of Map.groupBy(events, kindOf)) {
      if (kind === undefined || known.has(kind)) continue
      const days = new Set(ofKind.map(({ timeMs }) => dayOf(timeMs)))
      let told = 0
      for (const day of days) {
        const counts = await store.countOfSession(organizationId, agentSession, day)
        told += kind === 'tokens' ? counts.modelCalls : counts.work
      }
      const source = told > 0 ? 'telemetry' : 'relay'
      await repository.insertClaimOf(tx, organizationId, { agent_session: agentSession, kind, source })
      known.set(kind, source)
    }
    return events.filter((event) => {
      const kind = kindOf(event)
      return kind === undefined || known.get(kind) === 'relay'
    })
  })
}

function nameOf({ agent_session, kind }: { agent_session: string; kind: CountedKind }): string {
  return `${kind} ${agent_session}`
}
