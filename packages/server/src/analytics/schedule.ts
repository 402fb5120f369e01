import type { Log } from '../platform/log.ts'
import type { Batch } from './batch.ts'

const everyMs = 2_000

/** Runs the batch again and again. A failure is told and tried again: nothing is lost by waiting. */
export function scheduleBatch(batch: Batch, log: Log): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  async function run() {
    try {
      const days = await batch.runDue()
      if (days > 0) log.info({ days }, 'computed days of analytics')
    } catch (error) {
      log.warn({ err: error }, 'the analytics batch failed and will be tried again')
    }
    if (!stopped) timer = setTimeout(start, everyMs).unref()
  }
  function start() {
    running = run()
  }
  start()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
