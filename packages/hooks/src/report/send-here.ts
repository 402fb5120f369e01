import { homedir } from 'node:os'
import { findService } from './find-service.ts'
import { createReporter, type Reporter, type ReporterOptions } from './reporter.ts'
import { sendSpool } from './send-spool.ts'
import { readSendState } from './send-state.ts'
import { takeSenderLock } from './sender-lock.ts'
import { listSpool, spoolDirectory } from './spool.ts'

export interface SendingReporter extends Reporter {
  /** Sends what waits now, and resolves when that is done or has failed. */
  flush(): Promise<void>
  /** What waits stays for the next process. */
  close(): void
}

export interface SendHereOptions extends Omit<ReporterOptions, 'onKept'> {
  /** From the first execution to the sending of all that came meanwhile. Default: 2 seconds. */
  readonly delayMs?: number
}

/**
 * A reporter for an agent that lives for long: it sends by itself, now and then. Its timer keeps no process alive. It
 * begins with what earlier processes left. `undefined` where nobody has logged in.
 */
export function reportFromHere(options: SendHereOptions = {}): SendingReporter | undefined {
  const { home = homedir(), env = process.env, delayMs = 2000 } = options
  const directory = spoolDirectory(home)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const schedule = () => {
    if (timer || isClosed) return
    // A service that could not be reached is left alone for a while.
    const pauseMs = readSendState(directory).nextAttemptMs - Date.now()
    timer = setTimeout(() => void flush(), Math.max(delayMs, pauseMs)).unref()
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const service = findService(env, home)
    const lock = service && takeSenderLock(directory)
    if (lock) {
      try {
        await sendSpool({ directory, service })
      } finally {
        lock.release()
      }
    }
    if (listSpool(directory).length > 0) schedule()
  }
  const reporter = createReporter({ ...options, onKept: schedule })
  if (!reporter) return undefined
  if (listSpool(directory).length > 0) schedule()
  return {
    ...reporter,
    flush,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
