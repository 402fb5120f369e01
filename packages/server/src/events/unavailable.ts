import { AppError } from '../platform/app-error.ts'

/**
 * The answer to everything that an engine cannot do just now. Callers do not write the queries, so no failure is
 * theirs: whatever it was, it is worth trying again, and the reason is for the operator's log.
 */
export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'The store of usage events cannot be reached just now. Please try again.', {
    retryAfterSeconds: 2,
    cause,
  })
}
