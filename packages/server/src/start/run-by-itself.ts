import type { Domain } from '../api/services.ts'
import type { Config } from '../ground/config/settings.ts'
import type { Database } from '../ground/database/database.ts'
import type { Clock } from '../ground/platform/clock.ts'
import type { Hints } from '../ground/platform/hints.ts'
import type { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import type { SecretBox } from '../ground/platform/secret-box.ts'
import type { Batch } from '../know/analytics/batch.ts'
import { scheduleBatch } from '../know/analytics/schedule.ts'
import type { OpenedStore } from '../know/events/open-event-store.ts'
import type { EventWriter } from '../know/ingest/writing/event-writer.ts'
import { scheduleCredits } from '../money/limits/schedule-credits.ts'
import { startCountingTurns } from '../run/metering/count-turns.ts'
import type { AddressRule } from '../run/webhooks/address-rule.ts'
import { startDelivering } from '../run/webhooks/deliver.ts'
import { startUpkeep } from './upkeep.ts'

interface Parts {
  readonly config: Config
  readonly services: Domain
  readonly opened: OpenedStore
  readonly database: Database
  readonly clock: Clock
  readonly hints: Hints
  readonly secretBox: SecretBox
  readonly batch: Batch
  readonly writer: EventWriter
  readonly webhookRule: AddressRule
  readonly log: Log
}

/** Starts the background work. Only the node that has the usage events works on them. */
export function runByItself(parts: Parts, lifecycle: Lifecycle): void {
  const { config, services, opened, database, clock, hints, secretBox, batch, writer, webhookRule, log } = parts
  const { isHere } = opened
  const upkeep = startUpkeep({
    database,
    clock,
    hints,
    idempotency: services.idempotency,
    browserSessions: services.browserSessions,
    log,
    auditDays: config.MUSTER_AUDIT_DAYS,
    counterDays: config.MUSTER_COUNTER_DAYS,
  })
  lifecycle.onClose('upkeep', () => upkeep.stop())
  if (isHere) {
    const schedule = scheduleBatch(batch, log)
    lifecycle.onClose('analytics batch', () => schedule.stop())
    const turnCounting = startCountingTurns({ database, events: opened.store, writer, log })
    lifecycle.onClose('turns', () => turnCounting.stop())
    const counting = scheduleCredits(services.credits, log)
    lifecycle.onClose('credits', () => counting.stop())
  }
  const delivering = startDelivering({ database, clock, hints, secretBox, rule: webhookRule, log })
  lifecycle.onClose('webhooks', () => delivering.stop())
}
