import { AppError } from './app-error.ts'
import type { Log } from './log.ts'

const quietMs = 60_000
const maxMessages = 100

interface Told {
  readonly atMs: number
  /** How often the failure has occurred since then. */
  more: number
}

const toldIn = new WeakMap<Log, Map<string, Told>>()

/**
 * Logs a recurring failure: one line a minute for each message, with the number of occurrences since the line before.
 * Expected failures are logged with their reason, since a stack would only hide it.
 */
export function tellFailure(log: Log, message: string, error: unknown, more: object = {}): void {
  const all = toldIn.get(log) ?? new Map<string, Told>()
  toldIn.set(log, all)
  const last = all.get(message)
  const nowMs = Date.now()
  if (last && nowMs - last.atMs < quietMs) {
    last.more++
    log.debug({ ...more, err: error }, message)
    return
  }
  if (all.size >= maxMessages) all.clear()
  all.set(message, { atMs: nowMs, more: 0 })
  const again = last?.more ? { again: last.more } : {}
  log.warn({ ...more, ...again, ...(isExpected(error) ? reasonOf(error) : { err: error }) }, message)
}

function isExpected(error: unknown): error is AppError {
  return error instanceof AppError && error.code !== 'internal_error'
}

/** Returns the reason of the innermost cause: `fetch failed` has a cause that says why. */
export function reasonOf(error: unknown): { reason?: string } {
  let reason: string | undefined
  for (let part: unknown = error instanceof AppError ? error.cause : error; part instanceof Error; part = part.cause) {
    reason = part.message || (part as NodeJS.ErrnoException).code
  }
  return reason === undefined ? {} : { reason }
}
