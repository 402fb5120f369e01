import { AppError } from '../../ground/platform/app-error.ts'

/**
 * The error for every failure of an engine. Callers do not write the queries, so no failure is their fault: they should
 * retry, and the log tells the operator the reason.
 */
export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'The store of usage events cannot be reached just now. Please try again.', {
    retryAfterSeconds: 2,
    cause,
  })
}
