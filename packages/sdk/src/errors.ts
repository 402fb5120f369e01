import type { ErrorCode, FieldError, Problem } from '@muster/contract/errors'
import { parseRetryAfter } from './retry.ts'

/** A code of the contract, or one that this version of the client does not know yet. */
export type Code = ErrorCode | (string & {})

/** The service answered with an error. */
export class MusterError extends Error {
  override readonly name = 'MusterError'
  readonly status: number
  readonly code: Code
  readonly title: string
  readonly detail: string
  /** The rejected fields of the request, if the service names them. */
  readonly errors: readonly FieldError[]
  /** The id under which the operator finds the request in the log. */
  readonly requestId: string | undefined
  /** The pause that the service requests in the `Retry-After` header. */
  readonly retryAfterMs: number | undefined

  constructor(problem: Partial<Omit<Problem, 'code'>> & { status: number; code: Code; retryAfterMs?: number }) {
    const title = problem.title ?? `Status ${problem.status}`
    const detail = problem.detail ?? `The service answered with status ${problem.status}.`
    super(`${title}: ${detail} (${problem.status} ${problem.code})`)
    this.status = problem.status
    this.code = problem.code
    this.title = title
    this.detail = detail
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId
    this.retryAfterMs = problem.retryAfterMs
  }
}

/**
 * There is no usable answer: the network failed, the call timed out, or another program answered. The service may or
 * may not have carried out the request.
 */
export class MusterConnectionError extends Error {
  override readonly name = 'MusterConnectionError'
}

/**
 * Whether an error is from the service, and has this code if one is given; narrows `code`.
 *
 * ```ts
 * if (isMusterError(error, 'name_taken')) console.log('Choose another name.')
 * ```
 */
export function isMusterError<C extends Code = Code>(error: unknown, code?: C): error is MusterError & { code: C } {
  return error instanceof MusterError && (code === undefined || error.code === code)
}

/** Parses an answer outside 2xx. The page of a proxy contains no problem; then only the status is known. */
export function errorOf(
  response: { status: number; headers: Headers; body: unknown },
  redact: (text: string) => string,
  nowMs = Date.now(),
): MusterError {
  const { status, headers } = response
  const body = isRecord(response.body) ? response.body : {}
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), nowMs)
  const requestId = textOf(body.requestId) ?? headers.get('x-request-id') ?? undefined
  const title = textOf(body.title)
  const detail = textOf(body.detail)
  return new MusterError({
    status,
    code: textOf(body.code) ?? `http_${status}`,
    errors: fieldErrors(body.errors, redact),
    ...(title !== undefined && { title: redact(title) }),
    ...(detail !== undefined && { detail: redact(detail) }),
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

function fieldErrors(value: unknown, redact: (text: string) => string): FieldError[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map(({ path, message }) => ({
    path: redact(textOf(path) ?? ''),
    message: redact(textOf(message) ?? ''),
  }))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
