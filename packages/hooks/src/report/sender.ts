import { setTimeout as sleep } from 'node:timers/promises'
import { type SendOptions, sendSpool } from './send-spool.ts'
import { takeSenderLock } from './sender-lock.ts'
import { listSpool } from './spool.ts'

export interface LingerOptions extends SendOptions {
  /** How long to wait for more before ending; a new process for every tool call would cost more. */
  readonly lingerMs: number
  readonly lookMs: number
}

/** Sends what waits and what comes while it is at it. Ends when nothing comes any more, or when sending fails. */
export async function sendWhileThereIsMore({ lingerMs, lookMs, ...options }: LingerOptions): Promise<void> {
  const { directory } = options
  // Who adds something while the lock is held leaves it to us; so there must be another look after it was given back.
  do {
    const lock = takeSenderLock(directory)
    if (!lock) return
    try {
      for (let idleMs = 0; idleMs <= lingerMs; idleMs += lookMs) {
        if (listSpool(directory).length > 0) {
          idleMs = 0
          if ((await sendSpool(options)) === 'failed') return
        }
        await sleep(lookMs)
        lock.touch()
      }
    } finally {
      lock.release()
    }
  } while (listSpool(directory).length > 0)
}
