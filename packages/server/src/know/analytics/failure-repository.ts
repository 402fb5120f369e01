import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

export interface FailureRow extends Record<string, unknown> {
  day: string
  failure: string
  failures: number
  failed_at: number
  next_try_at: number
}

const addFailure = query<FailureRow>(
  'analytics.add_failure',
  `update analytics_days set failures = failures + 1, failure = $3, failed_at = $4,
     next_try_at = $4::bigint + least($5::bigint * (1::bigint << least(failures, 30)), $6::bigint)
   where organization_id = $1 and day = $2
   returning day, failure, failures, failed_at, next_try_at`,
)

/** The first pause is `pauseMs`; each further one is twice as long, up to `longestPauseMs`. */
export function add(
  handle: Handle,
  organizationId: string,
  day: string,
  failed: { reason: string; now: number; pauseMs: number; longestPauseMs: number },
): Promise<FailureRow | undefined> {
  const { reason, now, pauseMs, longestPauseMs } = failed
  return handle.find(addFailure, [organizationId, day, reason, now, pauseMs, longestPauseMs])
}

const clearFailures = query(
  'analytics.clear_failures',
  `update analytics_days set failures = 0, failure = null, failed_at = null, next_try_at = null
   where organization_id = $1 and day = any($2::text[]) and failures > 0 and generation = computed_generation`,
)

/** Removes days that are up to date again. */
export function clear(handle: Handle, organizationId: string, days: readonly string[]) {
  return handle.run(clearFailures, [organizationId, days])
}
