import type { Config } from './config.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { createWorkers, type Workers } from './platform/workers.ts'

const module = new URL('./worker.ts', import.meta.url)

/** One day at a time: two large ones at once would only take twice the memory. */
const batchCount = 1
const batchLimitMs = 10 * 60_000

/** Processes that do what would keep the thread that serves busy. None is started before it is needed. */
export function startWorkers(config: Config, log: Log, lifecycle: Lifecycle): { batchWorkers: Workers } {
  const memoryMb = config.MUSTER_WORKER_MEMORY_MB
  const batchWorkers = createWorkers({ module, count: batchCount, memoryMb, timeLimitMs: batchLimitMs, log })
  lifecycle.onClose('workers', () => batchWorkers.stop())
  return { batchWorkers }
}
