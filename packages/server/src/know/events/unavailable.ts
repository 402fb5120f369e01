import { AppError } from '../../ground/platform/app-error.ts'

/**
 * The error for everything that an engine cannot do right now. Callers do not write the queries, so no failure is
 * theirs: it is worth trying again, and the log tells the operator the reason.
 */
export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'The store of usage events cannot be reached just now. Please try again.', {
    retryAfterSeconds: 2,
    cause,
  })
}
