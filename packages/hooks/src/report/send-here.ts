import { homedir } from 'node:os'
import { findService } from './find-service.ts'
import { createReporter, type Reporter, type ReporterOptions } from './reporter.ts'
import { sendSpool } from './send-spool.ts'
import { readSendState } from './send-state.ts'
import { takeSenderLock } from './sender-lock.ts'
import { listSpool, spoolDirectory } from './spool.ts'

export interface SendingReporter extends Reporter {
  /** Sends everything that waits, and resolves when that is done or has failed. */
  flush(): Promise<void>
  /** What still waits is left to the next process. */
  close(): void
}

export interface SendHereOptions extends Omit<ReporterOptions, 'onKept'> {
  /** From the first execution to sending everything that came meanwhile. Default: 2 seconds. */
  readonly delayMs?: number
}

/**
 * A reporter for a long-lived agent: it sends by itself, now and then. Its timer keeps no process alive. It begins with
 * what earlier processes left. `undefined` if nobody is logged in.
 */
export function reportFromHere(options: SendHereOptions = {}): SendingReporter | undefined {
  const { home = homedir(), env = process.env, delayMs = 2000 } = options
  const directory = spoolDirectory(home)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const schedule = () => {
    if (timer || isClosed) return
    // After a failure, the service is left alone for a while.
    const url = findService(env, home)?.url ?? ''
    const pauseMs = readSendState(directory, url).nextAttemptMs - Date.now()
    timer = setTimeout(() => void flush(), Math.max(delayMs, pauseMs)).unref()
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const service = findService(env, home)
    const lock = service && takeSenderLock(directory, service.url)
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
