import type { Database } from './database/database.ts'
import type { Idempotency } from './idempotency/service.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import { deleteExpiredSessions } from './sessions/retention.ts'

const everyMs = 60 * 60 * 1000

interface UpkeepOptions {
  readonly database: Database
  readonly clock: Clock
  readonly idempotency: Idempotency
  readonly log: Log
}

/** What the service does by itself, once an hour. Every task may run on several nodes at once without harm. */
export async function runUpkeep({ database, clock, idempotency, log }: UpkeepOptions): Promise<void> {
  try {
    const sessions = await deleteExpiredSessions({ database, clock })
    const keys = await idempotency.forgetOldKeys(clock.now())
    if (sessions + keys > 0) log.info({ sessions, idempotencyKeys: keys }, 'deleted what had expired')
  } catch (error) {
    log.warn({ err: error }, 'upkeep failed and will be tried again in an hour')
  }
}

export function startUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  let running = runUpkeep(options)
  const timer = setInterval(() => {
    running = running.then(() => runUpkeep(options))
  }, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
