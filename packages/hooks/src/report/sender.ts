import { setTimeout as sleep } from 'node:timers/promises'
import { type SendOptions, sendSpool } from './send-spool.ts'
import { takeSenderLock } from './sender-lock.ts'
import { listSpool } from './spool.ts'

export interface LingerOptions extends SendOptions {
  /** How long to wait for more before it ends; a new process for every tool call would cost more. */
  readonly lingerMs: number
  readonly lookMs: number
  /** How long to try again after failures. */
  readonly patienceMs: number
}

/** Sends what waits and what arrives meanwhile. Ends when nothing more comes, or when sending keeps failing. */
export async function sendWhileThereIsMore({ lingerMs, lookMs, patienceMs, ...options }: LingerOptions): Promise<void> {
  const { directory, service } = options
  // A process that adds something while the lock is held leaves it to us, so we check again after releasing it.
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
