import { availableParallelism } from 'node:os'
import type { Config } from '../ground/config/settings.ts'
import type { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import { createWorkers } from '../ground/platform/workers.ts'

const module = new URL('./worker.ts', import.meta.url)

/**
 * One day at a time: two large ones at once would take twice the memory. It has normal priority: with a low one, it
 * would get hardly any time while the event store adds up with all cores, and then do everything at the end, when they
 * are idle.
 */
const batch = { count: 1, isPatient: false, timeLimitMs: 10 * 60_000 }

/**
 * One core stays free for the thread that serves requests. There is one worker more, because one organization never
 * gets all of them: another organization's body does not wait until a large one is read.
 */
const bodies = { count: Math.min(5, Math.max(2, availableParallelism())), isPatient: true, timeLimitMs: 60_000 }

/** Processes for work that would block the thread that serves requests. Each starts on demand. */
export function startWorkers(config: Config, log: Log, lifecycle: Lifecycle) {
  const common = { module, memoryMb: config.MUSTER_WORKER_MEMORY_MB, log }
  const batchWorkers = createWorkers({ ...common, ...batch })
  const bodyWorkers = createWorkers({ ...common, ...bodies })
  lifecycle.onClose('workers', () => Promise.all([batchWorkers.stop(), bodyWorkers.stop()]))
  return { batchWorkers, bodyWorkers }
}
