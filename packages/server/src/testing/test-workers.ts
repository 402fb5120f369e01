import pino from 'pino'
import { onTestFinished } from 'vitest'
import { createWorkers, type Workers } from '../ground/platform/workers.ts'

/** Workers with the jobs of the service, for one test. Each starts on demand. */
export function testWorkers(limits: { readonly memoryMb?: number; readonly timeLimitMs?: number } = {}): Workers {
  const module = new URL('../start/worker.ts', import.meta.url)
  const log = pino({ level: 'silent' })
  const workers = createWorkers({
    module,
    count: 1,
    memoryMb: 256,
    isPatient: true,
    timeLimitMs: 60_000,
    log,
    ...limits,
  })
  onTestFinished(() => workers.stop())
  return workers
}
