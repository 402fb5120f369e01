import { forgetOldEntries } from '../govern/audit/service.ts'
import type { BrowserSessions } from '../govern/browser-sessions/service.ts'
import type { Database } from '../ground/database/database.ts'
import type { Clock } from '../ground/platform/clock.ts'
import { dayMs } from '../ground/platform/days.ts'
import type { Hints } from '../ground/platform/hints.ts'
import type { Log } from '../ground/platform/log.ts'
import type { Idempotency } from '../http/idempotency/service.ts'
import { forgetImportedBefore } from '../know/ingest/writing/forget-imported.ts'
import { forgetRelayedBefore } from '../know/ingest/writing/forget-relayed.ts'
import { forgetOldTotals } from '../know/ingest/writing/forget-totals.ts'
import { forgetToldRequests } from '../know/quality/forget-requests.ts'
import { deleteExpiredSessions } from '../run/sessions/retention.ts'
import { forgetOldDeliveries } from '../run/webhooks/service.ts'

const everyMs = 60 * 60 * 1000
/** Agents that cannot reach the service keep their telemetry for minutes, collectors for days. */
const comparedDays = 30

interface UpkeepOptions {
  readonly database: Database
  readonly clock: Clock
  readonly hints: Hints
  readonly idempotency: Idempotency
  readonly browserSessions: BrowserSessions
  readonly log: Log
  /** How long audit entries are kept; 0 means for ever. */
  readonly auditDays: number
  /** How long running totals are kept after their last report; 0 means for ever. */
  readonly counterDays: number
}

/** Runs the hourly tasks of the service. Every task is safe to run on several nodes at once. */
export async function runUpkeep(options: UpkeepOptions): Promise<void> {
  const { database, clock, hints, idempotency, browserSessions, log, auditDays, counterDays } = options
  const now = clock.now()
  const daysAgo = (days: number) => (days === 0 ? 0 : now - days * dayMs)
  try {
    const sessions = await deleteExpiredSessions({ database, clock, hints })
    const keys = await idempotency.forgetOldKeys(now)
    const auditEntries = await forgetOldEntries(database, daysAgo(auditDays))
    const counters = await forgetOldTotals(database, daysAgo(counterDays))
    await browserSessions.forgetEnded(now)
    await forgetToldRequests(database, now)
    await forgetImportedBefore(database, daysAgo(comparedDays))
    await forgetRelayedBefore(database, daysAgo(comparedDays))
    const deliveries = await forgetOldDeliveries(database, now)
    if (sessions + keys + auditEntries + counters + deliveries > 0) {
      log.info({ sessions, idempotencyKeys: keys, auditEntries, counters, deliveries }, 'deleted what had expired')
    }
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
