import type { Log } from '../../ground/platform/log.ts'
import { repeat } from '../../ground/platform/repeat.ts'
import { tellFailure } from '../../ground/platform/tell-failure.ts'
import type { Batch } from './batch.ts'

const everyMs = 2_000

/** Runs the batch repeatedly. If a store is unavailable, it logs that and retries; no work is lost. */
export function scheduleBatch(batch: Batch, log: Log): { stop(): Promise<void> } {
  let isMore = false
  let isStopping = false
  const runs = repeat({
    work: async () => {
      isMore = false
      const run = await batch.runDue()
      isMore = run.isMore
      if (run.computed > 0) log.info({ days: run.computed }, 'computed days of analytics')
    },
    onFailure: (error) => {
      if (!isStopping) tellFailure(log, 'the analytics batch failed and will be tried again', error)
    },
    pauseMs: () => (isMore ? 0 : everyMs),
  })
  return {
    async stop() {
      isStopping = true
      batch.stop()
      await runs.stop()
    },
  }
}
