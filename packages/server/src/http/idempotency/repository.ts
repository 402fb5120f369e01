import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

interface KeptRow extends Record<string, unknown> {
  request_hash: Buffer
  status: number | null
  sealed_answer: string | null
}

const claimKey = query(
  'idempotency.claim',
  `insert into idempotency_keys (organization_id, user_id, bearer, key, request_hash, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing`,
)

export interface Claim {
  readonly organizationId: string
  readonly userId: string
  /** The id of the request's API key, used directly or through a token; empty for any other token. */
  readonly bearer: string
  readonly key: string
  readonly requestHash: Buffer
  readonly now: number
}

/** Waits while another transaction holds the same key. Resolves with false if that transaction committed. */
export async function claim(handle: Handle, claimed: Claim): Promise<boolean> {
  return (await handle.run(claimKey, [...identityOf(claimed), claimed.requestHash, claimed.now])) === 1
}

function identityOf({ organizationId, userId, bearer, key }: Claim): string[] {
  return [organizationId, userId, bearer, key]
}

const findKept = query<KeptRow>(
  'idempotency.find',
  `select request_hash, status, sealed_answer from idempotency_keys
   where organization_id = $1 and user_id = $2 and bearer = $3 and key = $4`,
)

export function find(handle: Handle, claimed: Claim): Promise<KeptRow | undefined> {
  return handle.find(findKept, identityOf(claimed))
}

const keepAnswer = query(
  'idempotency.keep',
  `update idempotency_keys set status = $5, sealed_answer = $6
   where organization_id = $1 and user_id = $2 and bearer = $3 and key = $4`,
)

export function keep(handle: Handle, claimed: Claim, status: number, sealedAnswer: string) {
  return handle.run(keepAnswer, [...identityOf(claimed), status, sealedAnswer])
}

const forgetOld = query('idempotency.forget', 'delete from idempotency_keys where created_at < $1')

/** Covers all organizations, for the service's own upkeep. */
export function forgetBefore(handle: Handle, time: number): Promise<number> {
  return handle.run(forgetOld, [time])
}
