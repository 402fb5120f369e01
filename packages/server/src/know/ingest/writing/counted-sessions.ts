import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'
import type { UsageEvent } from '../../events/usage-event.ts'
import { amountsOf } from './remainder.ts'

const listClaims = query<{ agent_session: string; kind: 'tokens' | 'work'; until_ms: number | null }>(
  'ingest.list_claims',
  `select agent_session, kind, until_ms from counted_sessions
   where organization_id = $1 and agent_session = any($2::text[]) and source = 'relay'`,
)

/**
 * Leaves out telemetry and histories of what the relay counted so long ago that its turns were deleted: they can no
 * longer be compared, so the relay's count stays.
 */
export async function withoutCounted(
  handle: Handle,
  organizationId: string,
  shares: readonly (readonly UsageEvent[])[],
): Promise<(readonly UsageEvent[])[]> {
  const sessions = sessionsOf(shares)
  const claims = sessions.length === 0 ? [] : await handle.many(listClaims, [organizationId, sessions])
  if (claims.length === 0) return [...shares]
  const until = new Map(claims.map(({ agent_session, kind, until_ms }) => [`${kind} ${agent_session}`, until_ms]))
  const isNew = (event: UsageEvent) => {
    const kind = event.type === 'model_call' ? 'tokens' : 'work'
    const last = until.get(`${kind} ${event.session}`)
    const isAbout = event.type === 'session_start' || amountsOf(event).length > 0
    return last === undefined || !isAbout || (last !== null && event.timeMs > last)
  }
  return shares.map((share) => share.filter(isNew))
}

export function sessionsOf(shares: readonly (readonly UsageEvent[])[]): string[] {
  const sessions = new Set(shares.flatMap((share) => share.map(({ session }) => session)))
  sessions.delete('')
  return [...sessions]
}
