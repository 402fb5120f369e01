import { type ErrorCode, errors, type FieldError } from '@muster/contract/errors'

interface AppErrorOptions {
  /** The faults, each with the part of the request that it is about. */
  readonly errors?: readonly FieldError[]
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
  /** For the log only. */
  readonly cause?: unknown
}

/** An outcome that the caller learns. `detail` is public: it never holds secrets or internals. */
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

/** 400 for one field. `path` is as in the request body: `sessionSettings.model`. */
export function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', `${path} ${message}.`, { errors: [{ path, message }] })
}
