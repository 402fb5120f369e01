import { type ErrorCode, errors, type FieldError } from '@muster/contract/errors'

interface AppErrorOptions {
  /** The faults, each with the part of the request that it concerns. */
  readonly errors?: readonly FieldError[]
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Only for the log. */
  readonly cause?: unknown
}

/** An expected failure that is reported to the caller. `detail` is public: it never contains secrets or internals. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = options.errors
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** Makes a 400 for one field. `path` is as in the request body: `sessionSettings.model`. */
export function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', `${path} ${message}.`, { errors: [{ path, message }] })
}
