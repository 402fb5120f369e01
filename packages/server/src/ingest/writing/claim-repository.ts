import type { Handle, Tx } from '../../database/database.ts'
import { query } from '../../database/query.ts'

export type CountedKind = 'tokens' | 'work'
type CountedSource = 'relay' | 'telemetry'

interface ClaimRow extends Record<string, unknown> {
  agent_session: string
  kind: CountedKind
  source: CountedSource
}

// Writers of telemetry share the lock; whoever decides about a session holds it alone.
const shareLock = query('ingest.share_claims', 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))')
const takeLock = query('ingest.lock_claims', 'select pg_advisory_xact_lock(hashtextextended($1, 0))')

export function shareClaims(tx: Tx, organizationId: string): Promise<number> {
  return tx.run(shareLock, [`counted sessions ${organizationId}`])
}

export function lockClaims(tx: Tx, organizationId: string): Promise<number> {
  return tx.run(takeLock, [`counted sessions ${organizationId}`])
}

const listClaims = query<ClaimRow>(
  'ingest.list_claims',
  `select agent_session, kind, source from counted_sessions
   where organization_id = $1 and agent_session = any($2::text[])`,
)

export function claimsOf(handle: Handle, organizationId: string, sessions: readonly string[]): Promise<ClaimRow[]> {
  return handle.many(listClaims, [organizationId, sessions])
}

const insertClaim = query(
  'ingest.insert_claim',
  'insert into counted_sessions (organization_id, agent_session, kind, source) values ($1, $2, $3, $4)',
)

export function insertClaimOf(
  tx: Tx,
  organizationId: string,
  { agent_session, kind, source }: ClaimRow,
): Promise<number> {
  return tx.run(insertClaim, [organizationId, agent_session, kind, source])
}

const findAnyClaim = query('ingest.find_any_claim', 'select 1 from counted_sessions where organization_id = $1 limit 1')

export async function hasClaims(handle: Handle, organizationId: string): Promise<boolean> {
  return (await handle.find(findAnyClaim, [organizationId])) !== undefined
}
