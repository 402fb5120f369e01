import { setTimeout as sleep } from 'node:timers/promises'
import { type SendOptions, sendSpool } from './send-spool.ts'
import { takeSenderLock } from './sender-lock.ts'
import { listSpool } from './spool.ts'

export interface LingerOptions extends SendOptions {
  /** How long to wait for more events before exiting; a new process for every tool call would cost more. */
  readonly lingerMs: number
  readonly lookMs: number
  /** How long to retry after failures. */
  readonly patienceMs: number
}

/** Sends the spool, and events that arrive meanwhile. Ends when no more arrive, or when sending keeps failing. */
export async function sendWhileThereIsMore({ lingerMs, lookMs, patienceMs, ...options }: LingerOptions): Promise<void> {
  const { directory, service } = options
  // A process that adds an event while we hold the lock starts no sender, so we check again after releasing the lock.
  do {
    const lock = takeSenderLock(directory, service.url)
    if (!lock) return
    try {
      let idleMs = 0
      let failedMs = 0
      while (idleMs <= lingerMs) {
        let pauseMs = lookMs
        if (listSpool(directory).length === 0) idleMs += lookMs
        else if ((await sendSpool(options)) === 'all') {
          idleMs = 0
          failedMs = 0
        } else {
          if (failedMs >= patienceMs) return
          pauseMs = Math.min(longestPauseMs, failedMs + lookMs)
          failedMs += pauseMs
        }
        await sleep(pauseMs)
        lock.touch()
      }
    } finally {
      lock.release()
    }
  } while (listSpool(directory).length > 0)
}

/** Shorter than the time after which the lock counts as abandoned. */
const longestPauseMs = 30_000
