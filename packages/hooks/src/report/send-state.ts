import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { serviceFile } from './service-file.ts'

/** The result of the last attempt: when to retry, and what `muster hooks doctor` reports. */
interface SendState {
  /** The number of consecutive failures. */
  readonly failures: number
  readonly nextAttemptMs: number
  readonly lastError?: string
  /** The number of events that the service will never accept. */
  readonly rejected: number
}

const fresh: SendState = { failures: 0, nextAttemptMs: 0, rejected: 0 }

const firstDelayMs = 5_000
const longestDelayMs = 5 * 60 * 1000

export function readSendState(directory: string, url: string): SendState {
  try {
    return { ...fresh, ...JSON.parse(readFileSync(serviceFile(directory, 'state', url), 'utf8')) }
  } catch {
    return fresh
  }
}

/** Whether to send now: after a failure, sending pauses for a while. */
export function isTimeToSend(directory: string, url: string, nowMs = Date.now()): boolean {
  return nowMs >= readSendState(directory, url).nextAttemptMs
}

/** `error` is `undefined` after a success. */
export function writeSendState(
  { directory, url, nowMs }: { directory: string; url: string; nowMs: number },
  error: string | undefined,
  rejected: number,
): void {
  const before = readSendState(directory, url)
  const failures = error === undefined ? 0 : before.failures + 1
  const delayMs = failures === 0 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 10))
  const state: SendState = {
    failures,
    nextAttemptMs: nowMs + delayMs,
    ...(error !== undefined && { lastError: error }),
    rejected: before.rejected + rejected,
  }
  const path = serviceFile(directory, 'state', url)
  const draft = `${path}.${process.pid}.draft`
  try {
    writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
    renameSync(draft, path)
  } catch {
    // Without the state, only the next attempt comes sooner.
  }
}
