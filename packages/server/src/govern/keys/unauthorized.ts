import type { FieldError } from '@muster/contract/errors'
import { AppError } from '../../ground/platform/app-error.ts'

/** The error does not reveal what exactly was wrong with a bearer. */
export function unauthorized(
  detail = 'A valid bearer is needed: an API key, or for v0 also a token.',
  errors?: readonly FieldError[],
): AppError {
  return new AppError('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' }, ...(errors && { errors }) })
}
