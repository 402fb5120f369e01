import { homedir } from 'node:os'
import { findService } from './find-service.ts'
import { createReporter, type Reporter, type ReporterOptions } from './reporter.ts'
import { sendSpool } from './send-spool.ts'
import { readSendState } from './send-state.ts'
import { takeSenderLock } from './sender-lock.ts'
import { listSpool, spoolDirectory } from './spool.ts'

export interface SendingReporter extends Reporter {
  /** Sends the whole spool; resolves when that is done or has failed. */
  flush(): Promise<void>
  /** Stops sending. The next process sends the rest. */
  close(): void
}

export interface SendHereOptions extends Omit<ReporterOptions, 'onKept'> {
  /** Batches executions for this long before sending them. Default: 2 seconds. */
  readonly delayMs?: number
}

/**
 * A reporter for a long-lived agent: it sends from this process, starting with what earlier processes left. Its timer
 * does not keep the process alive. `undefined` if nobody is logged in.
 */
export function reportFromHere(options: SendHereOptions = {}): SendingReporter | undefined {
  const { home = homedir(), env = process.env, delayMs = 2000 } = options
  const directory = spoolDirectory(home)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const schedule = () => {
    if (timer || isClosed) return
    // After a failure, nothing is sent to the service for a while.
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
