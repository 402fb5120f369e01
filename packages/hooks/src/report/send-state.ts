import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How sending went last time; it tells when to try again, and `muster hooks doctor` what is wrong. */
export interface SendState {
  /** In a row. */
  readonly failures: number
  readonly nextAttemptMs: number
  readonly lastError?: string
  /** Events that the service would not take, ever. */
  readonly rejected: number
}

const fresh: SendState = { failures: 0, nextAttemptMs: 0, rejected: 0 }

const firstDelayMs = 5_000
const longestDelayMs = 5 * 60 * 1000

export function readSendState(directory: string): SendState {
  try {
    return { ...fresh, ...JSON.parse(readFileSync(stateFile(directory), 'utf8')) }
  } catch {
    return fresh
  }
}

/** Whether it makes sense to send now: a service that could not be reached is left alone for a while. */
export function isTimeToSend(directory: string, nowMs = Date.now()): boolean {
  return nowMs >= readSendState(directory).nextAttemptMs
}

/** The error is `undefined` when all went well. */
export function writeSendState(directory: string, error: string | undefined, rejected: number, nowMs: number): void {
  const before = readSendState(directory)
  const failures = error === undefined ? 0 : before.failures + 1
  const delayMs = failures === 0 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 10))
  const state: SendState = {
    failures,
    nextAttemptMs: nowMs + delayMs,
    ...(error !== undefined && { lastError: error }),
    rejected: before.rejected + rejected,
  }
  const draft = `${stateFile(directory)}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
    renameSync(draft, stateFile(directory))
  } catch {
    // Only the next attempt comes sooner then.
  }
}

function stateFile(directory: string): string {
  return join(directory, 'state')
}
