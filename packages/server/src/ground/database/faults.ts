import pg from 'pg'
import { AppError } from '../platform/app-error.ts'

const diskFull = '53100'
const readOnly = '25006'

/** Whether Postgres itself answered with this error. Any other error means that the connection is lost. */
export function isAnswer(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/** Whether the server is read-only: a replica, perhaps after a failover, or set to be read-only. */
export function isReadOnly(error: unknown): boolean {
  const answer = error instanceof AppError ? error.cause : error
  return isAnswer(answer) && answer.code === readOnly
}

/** The error for a server that reports to be read-only before a change was sent to it. */
export function readOnlyServer(): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('The server takes no changes.', 0, 'error'), { code: readOnly })
}

/** Whether Postgres rolled the transaction back to resolve a deadlock, so that it can be retried. */
export function isDeadlock(error: unknown): boolean {
  return isAnswer(error) && (error.code === '40P01' || error.code === '40001')
}

/** Turns temporary faults into `unavailable`, so that callers retry later. */
export function translated(error: unknown): unknown {
  if (error instanceof AppError) return error
  return (isAnswer(error) ? isAway(error) : isConnectionLoss(error)) ? unavailable(error) : error
}

/**
 * Shutting down, starting up, out of connections or space, too slow, a failing disk, or read-only: classes 57, 08, 53,
 * 58, and 25006, but not a lock that is held.
 */
function isAway({ code = '', severity = '', message }: pg.DatabaseError): boolean {
  // These end the connection or the whole server, whatever their code is.
  if (severity === 'FATAL' || severity === 'PANIC') return true
  // A replica that has fallen behind will catch up.
  if (message.includes('conflict with recovery')) return true
  // A failed disk is often mounted read-only. Postgres reports that as a lack of privilege.
  if (code === '42501' && message.includes('Read-only file system')) return true
  return /^(57|58|08|53|55P03|25006)/.test(code)
}

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    code === 'ECONNREFUSED' ||
    code === 'ENOENT' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    /Connection terminated|Query read timeout|timeout exceeded when trying|Client has encountered a connection error|connection error/i.test(
      error.message,
    )
  )
}

export function unavailable(cause: unknown): AppError {
  const isFull = isAnswer(cause) && cause.code === diskFull
  const detail = isFull
    ? 'The disk of the database is full, so nothing was changed. Please try again when there is room.'
    : isReadOnly(cause)
      ? 'The database takes no changes just now, so nothing was changed. Please try again.'
      : 'The database cannot be reached just now. Please try again.'
  return new AppError('unavailable', detail, { retryAfterSeconds: isFull ? 30 : 1, cause })
}
