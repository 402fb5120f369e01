import { violatesUnique } from '../database/constraint.ts'
import type { Claim } from './repository.ts'

/** The `Idempotency-Key` of a change that is one statement, which keeps its answer too. */
export interface Once {
  readonly claim: Claim
  seal(body: unknown): string
}

/** How many parameters `keepsAnswer` takes. */
export const onceParams = 6

/**
 * SQL that keeps the answer of a statement which makes a change, for each row of `from`. Its parameters are `$first` and those
 * after it; without a key it does nothing. If the key was used before, the whole statement fails: see `isKeptAlready`.
 */
export function keepsAnswer(first: number, from: string, answer: { readonly status: number; readonly sealed: string }) {
  const [organization, user, bearer, key, hash, at] = Array.from(
    { length: onceParams },
    (_, index) => `$${first + index}`,
  )
  return `insert into idempotency_keys (organization_id, user_id, bearer, key, request_hash, created_at, status, sealed_answer)
       select ${organization}, ${user}, ${bearer}, ${key}, ${hash}, ${at}, ${answer.status}, ${answer.sealed} from ${from}
       where ${key}::text is not null`
}

/** The values for `keepsAnswer`. */
export function onceValues(once: Once | undefined): unknown[] {
  if (!once) return Array.from({ length: onceParams }, () => null)
  const { organizationId, userId, bearer, key, requestHash, now } = once.claim
  return [organizationId, userId, bearer, key, requestHash, now]
}

/** Whether a statement failed because a request with the same key was answered before. */
export function isKeptAlready(error: unknown): boolean {
  return violatesUnique(error, 'idempotency_keys_pkey')
}
