import type { Handle } from '../database/database.ts'
import { query } from '../database/query.ts'

export interface KeptRow extends Record<string, unknown> {
  request_hash: Buffer
  status: number | null
  sealed_answer: string | null
}

const claimKey = query(
  'idempotency.claim',
  `insert into idempotency_keys (organization_id, user_id, key, request_hash, created_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
)

export interface Claim {
  readonly organizationId: string
  readonly userId: string
  readonly key: string
  readonly requestHash: Buffer
  readonly now: number
}

/** Waits while another transaction holds the same key. False when that one was finished. */
export async function claim(
  handle: Handle,
  { organizationId, userId, key, requestHash, now }: Claim,
): Promise<boolean> {
  return (await handle.run(claimKey, [organizationId, userId, key, requestHash, now])) === 1
}

const findKept = query<KeptRow>(
  'idempotency.find',
  `select request_hash, status, sealed_answer from idempotency_keys
   where organization_id = $1 and user_id = $2 and key = $3`,
)

export function find(handle: Handle, { organizationId, userId, key }: Claim): Promise<KeptRow | undefined> {
  return handle.find(findKept, [organizationId, userId, key])
}

const keepAnswer = query(
  'idempotency.keep',
  `update idempotency_keys set status = $4, sealed_answer = $5
   where organization_id = $1 and user_id = $2 and key = $3`,
)

export function keep(handle: Handle, { organizationId, userId, key }: Claim, status: number, sealedAnswer: string) {
  return handle.run(keepAnswer, [organizationId, userId, key, status, sealedAnswer])
}

const forgetOld = query('idempotency.forget', 'delete from idempotency_keys where created_at < $1')

/** Across organizations: for the service's own upkeep. */
export function forgetBefore(handle: Handle, time: number): Promise<number> {
  return handle.run(forgetOld, [time])
}
