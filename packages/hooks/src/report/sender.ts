import { setTimeout as sleep } from 'node:timers/promises'
import { type SendOptions, sendSpool } from './send-spool.ts'
import { takeSenderLock } from './sender-lock.ts'
import { listSpool } from './spool.ts'

export interface LingerOptions extends SendOptions {
  /** How long to wait for more before ending; a new process for every tool call would cost more. */
  readonly lingerMs: number
  readonly lookMs: number
  /** How long to try again when sending fails. */
  readonly patienceMs: number
}

/** Sends what waits and what comes while it is at it. Ends when nothing comes any more, or when sending fails for long. */
export async function sendWhileThereIsMore({ lingerMs, lookMs, patienceMs, ...options }: LingerOptions): Promise<void> {
  const { directory, service } = options
  // Who adds something while the lock is held leaves it to us; so there must be another look after it was given back.
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

/** Shorter than the lock lasts without a sign of life. */
const longestPauseMs = 30_000
