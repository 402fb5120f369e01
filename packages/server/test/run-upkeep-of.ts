import pino from 'pino'
import { createHints } from '../src/ground/platform/hints.ts'
import { runUpkeep } from '../src/start/upkeep.ts'
import type { TestServer } from '../src/testing/test-server.ts'

/** Does the hourly tasks of a test server once. Without `days`, audit entries and running totals are kept for ever. */
export async function runUpkeepOf({ app }: TestServer, days: { auditDays?: number; counterDays?: number } = {}) {
  const { database, clock, idempotency, browserSessions } = app.services
  await runUpkeep({
    database,
    clock,
    hints: createHints(),
    idempotency,
    browserSessions,
    log: pino({ level: 'silent' }),
    auditDays: 0,
    counterDays: 0,
    ...days,
  })
}
