import { recordOwnChange } from '../../govern/audit/service.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Log } from '../../ground/platform/log.ts'
import type { SecretBox } from '../../ground/platform/secret-box.ts'
import type { AddressRule } from './address-rule.ts'
import * as deliveries from './delivery-repository.ts'
import * as repository from './repository.ts'
import { type SendResult, sendWebhook } from './send.ts'
import { sealPurpose } from './service.ts'
import { signaturesOf } from './sign.ts'

interface DeliverOptions {
  readonly database: Database
  readonly clock: Clock
  readonly hints: Hints
  readonly secretBox: SecretBox
  readonly rule: AddressRule
  readonly log: Log
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The pause after each failed attempt; after the last one the delivery has failed. */
const pausesMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)]

/** Spreads retries, so that they do not all come at once. */
const jitter = 0.1

/** Deliveries that are claimed together. Deliveries of one webhook are sent in sequence. */
const batchSize = 8

/** Longer than a batch takes if every receiver times out. */
const claimMs = 3 * minuteMs

/** How many webhooks receive deliveries at the same time. */
const maxReceivers = 32

const lookEveryMs = 2 * secondMs

const goneStatus = 410

/** Sends waiting deliveries of every organization; nodes share the work. */
export function startDelivering(options: DeliverOptions): { stop(): Promise<void> } {
  const { database, clock, hints, secretBox, rule, log } = options
  const sending = new Map<string, Promise<void>>()
  let isStopped = false
  let looking: Promise<void> | undefined
  let lookAgain = false

  function wake(): void {
    lookAgain = true
    looking ??= look().finally(() => {
      looking = undefined
    })
  }

  async function look(): Promise<void> {
    while (lookAgain && !isStopped) {
      lookAgain = false
      try {
        await claim()
      } catch (error) {
        log.debug({ err: error }, 'webhooks wait for the database')
      }
    }
  }

  async function claim(): Promise<void> {
    while (sending.size < maxReceivers && !isStopped) {
      const now = clock.now()
      const without = [...sending.keys()]
      const claimed = await deliveries.claim(database, { now, until: now + claimMs, without, limit: batchSize })
      for (const [webhookId, attempts = []] of Map.groupBy(claimed, (one) => one.webhook_id)) {
        const sent = sendAll(attempts).finally(() => {
          sending.delete(webhookId)
          wake()
        })
        sending.set(webhookId, sent)
      }
      if (claimed.length < batchSize) return
    }
  }

  async function sendAll(attempts: readonly deliveries.Attempt[]): Promise<void> {
    for (const attempt of attempts) {
      if (isStopped) return
      try {
        await record(attempt, await send(attempt))
      } catch (error) {
        log.warn(
          { err: error, deliveryId: attempt.id },
          'the outcome of a webhook could not be stored; it is sent again',
        )
      }
    }
  }

  function send(attempt: deliveries.Attempt): Promise<SendResult> {
    const now = clock.now()
    const seconds = Math.floor(now / secondMs)
    const isRotating = attempt.old_secret !== null && (attempt.old_secret_until ?? 0) > now
    const sealed = [attempt.secret, ...(isRotating && attempt.old_secret !== null ? [attempt.old_secret] : [])]
    const secrets = sealed.map((secret) => secretBox.open(sealPurpose(attempt.webhook_id), secret))
    const headers = {
      'webhook-id': attempt.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signaturesOf(secrets, attempt.id, seconds, attempt.body),
    }
    return sendWebhook(rule, attempt.url, headers, attempt.body)
  }

  async function record(attempt: deliveries.Attempt, { status, error }: SendResult): Promise<void> {
    const now = clock.now()
    const pauseMs = error === undefined || status === goneStatus ? undefined : pausesMs[attempt.attempts - 1]
    await deliveries.record(database, attempt, {
      status: error === undefined ? 'delivered' : pauseMs === undefined ? 'failed' : 'pending',
      dueAt: pauseMs === undefined ? null : now + Math.round(pauseMs * (1 + jitter * Math.random())),
      deliveredAt: error === undefined ? now : null,
      responseStatus: status ?? null,
      error: error ?? null,
    })
    if (status === goneStatus) await disable(attempt, now)
  }

  /** The receiver answered 410: it wants no more deliveries. */
  function disable({ organization_id: organizationId, webhook_id: id }: deliveries.Attempt, now: number) {
    return database.transaction(async (tx) => {
      const row = await repository.findAndLock(tx, organizationId, id)
      if (!row?.is_enabled) return
      const reason = 'The receiver answered 410: it is gone.'
      await repository.update(tx, organizationId, { ...row, is_enabled: false, disabled_reason: reason }, now)
      await deliveries.giveUp(tx, organizationId, id, reason)
      const action = { action: 'webhook.disable', target: { type: 'webhook', id }, changes: { reason } } as const
      await recordOwnChange(tx, organizationId, now, action)
    })
  }

  const stopHints = hints.subscribe((hint) => {
    if (hint.kind === 'delivery') wake()
  })
  const timer = setInterval(wake, lookEveryMs).unref()
  wake()
  return {
    async stop() {
      isStopped = true
      stopHints()
      clearInterval(timer)
      await looking
      await Promise.all(sending.values())
    },
  }
}
