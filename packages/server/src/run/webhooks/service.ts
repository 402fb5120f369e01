import { randomBytes } from 'node:crypto'
import type { Pagination } from '@muster/contract/pagination'
import {
  type CreateWebhook,
  type Delivery,
  type UpdateWebhook,
  type Webhook,
  type WebhookWithSecret,
  webhookEvents,
} from '@muster/contract/webhook'
import type { Change } from '../../govern/audit/change.ts'
import { changedFields, recordChange } from '../../govern/audit/service.ts'
import type { Database } from '../../ground/database/database.ts'
import { AppError, invalid } from '../../ground/platform/app-error.ts'
import { dayMs } from '../../ground/platform/days.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import { newestFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { SecretBox } from '../../ground/platform/secret-box.ts'
import { type AddressRule, addressesOf, faultOf } from './address-rule.ts'
import * as deliveries from './delivery-repository.ts'
import * as repository from './repository.ts'
import { secretPrefix } from './sign.ts'
import { toDelivery, toWebhook } from './to-wire.ts'

export interface Webhooks {
  list(principal: Principal): Promise<{ webhooks: Webhook[] }>
  /** Resolves the host of a URL, which takes a while. */
  readonly addressesOf: typeof addressesOf
  create(change: Change, body: CreateWebhook, addresses: readonly string[]): Promise<WebhookWithSecret>
  update(change: Change, id: string, body: UpdateWebhook, addresses: readonly string[]): Promise<Webhook>
  rotateSecret(change: Change, id: string): Promise<WebhookWithSecret>
  remove(change: Change, id: string): Promise<void>
  deliveries(
    principal: Principal,
    id: string,
    query: PageQuery,
  ): Promise<{ deliveries: Delivery[]; pagination: Pagination }>
  retry(change: Change, id: string): Promise<Delivery>
}

interface WebhooksOptions {
  readonly database: Database
  readonly ids: Ids
  readonly hints: Hints
  readonly secretBox: SecretBox
  readonly rule: AddressRule
}

const maxPerOrganization = 100

/** How long deliveries are also signed with the previous secret. */
const rotationMs = dayMs

export function createWebhooks({ database, ids, hints, secretBox, rule }: WebhooksOptions): Webhooks {
  function assertUrl(url: string, addresses: readonly string[]): void {
    const fault = faultOf(rule, url, addresses)
    if (fault !== undefined) throw invalid('url', fault)
  }

  function newSecret(id: string): { secret: string; sealed: string } {
    const secret = secretPrefix + randomBytes(32).toString('base64')
    return { secret, sealed: secretBox.seal(sealPurpose(id), secret) }
  }

  return {
    async list({ organizationId }) {
      return { webhooks: (await repository.list(database, organizationId)).map(toWebhook) }
    },

    addressesOf,

    async create(change, body, addresses) {
      const { tx, principal, now } = change
      const { organizationId } = principal
      assertUrl(body.url, addresses)
      if ((await repository.count(tx, organizationId)) >= maxPerOrganization) {
        throw new AppError('quota_reached', `An organization has ${maxPerOrganization} webhooks at the most.`)
      }
      const id = ids.uuid()
      const { secret, sealed } = newSecret(id)
      const { url, description = null, events = webhookEvents } = body
      const row = await repository.insert(tx, { id, organizationId, url, description, events, secret: sealed, now })
      await recordChange(change, {
        action: 'webhook.create',
        target: { type: 'webhook', id },
        changes: { url: shown(url), events },
      })
      return { ...toWebhook(row), secret }
    },

    async update(change, id, body, addresses) {
      const { tx, principal, now } = change
      const { organizationId } = principal
      const before = await getAndLock(change, id)
      if (body.url !== undefined) assertUrl(body.url, addresses)
      const enabled = body.enabled ?? before.is_enabled
      const wanted = {
        ...before,
        url: body.url ?? before.url,
        description: body.description === undefined ? before.description : body.description,
        events: body.events ?? before.events,
        is_enabled: enabled,
        disabled_reason: enabled ? null : before.disabled_reason,
      }
      const after = await repository.update(tx, organizationId, wanted, now)
      if (before.is_enabled && !enabled) {
        await deliveries.giveUp(tx, organizationId, before.id, 'The webhook was disabled.')
      }
      const fields = ({ url, ...rest }: Webhook) => ({ ...rest, url: shown(url), updatedAt: null })
      await recordChange(change, {
        action: 'webhook.update',
        target: { type: 'webhook', id: before.id },
        changes: changedFields(fields(toWebhook(before)), fields(toWebhook(after))),
      })
      return toWebhook(after)
    },

    async rotateSecret(change, id) {
      const { tx, principal, now } = change
      const before = await getAndLock(change, id)
      const { secret, sealed } = newSecret(before.id)
      const wanted = { ...before, secret: sealed, old_secret: before.secret, old_secret_until: now + rotationMs }
      const row = await repository.update(tx, principal.organizationId, wanted, now)
      await recordChange(change, { action: 'webhook.rotate_secret', target: { type: 'webhook', id: row.id } })
      return { ...toWebhook(row), secret }
    },

    async remove(change, id) {
      const { tx, principal } = change
      const row = await getAndLock(change, id)
      await repository.remove(tx, principal.organizationId, row.id)
      await recordChange(change, {
        action: 'webhook.delete',
        target: { type: 'webhook', id: row.id },
        changes: { url: shown(row.url) },
      })
    },

    async deliveries({ organizationId }, id, query) {
      const name = `deliveries:${id.toLowerCase()}`
      const { limit, after } = parsePage(name, query, newestFirst)
      const webhook = isUuid(id) ? await repository.find(database, organizationId, id) : undefined
      if (!webhook) throw noSuchWebhook()
      const rows = await deliveries.list(database, organizationId, webhook.id, { before: after, limit: limit + 1 })
      const page = toPage(name, limit, rows, (row) => [row.created_at, row.id])
      return { deliveries: page.rows.map(toDelivery), pagination: page.pagination }
    },

    async retry(change, id) {
      const { tx, principal, now } = change
      const { organizationId } = principal
      const row = isUuid(id) ? await deliveries.findAndLock(tx, organizationId, id) : undefined
      if (!row) throw new AppError('delivery_not_found', 'There is no such delivery.')
      if (!row.is_enabled) throw new AppError('webhook_disabled', 'The webhook of this delivery is disabled.')
      const again = await deliveries.sendAgain(tx, organizationId, row.id, now)
      await recordChange(change, {
        action: 'webhook.retry',
        target: { type: 'webhook', id: row.webhook_id },
        changes: { deliveryId: row.id },
      })
      tx.afterCommit(() => hints.publish({ kind: 'delivery' }))
      return toDelivery(again)
    },
  }
}

const keepDays = 30

/** Returns how many deliveries were deleted. */
export function forgetOldDeliveries(database: Database, now: number): Promise<number> {
  return deliveries.forgetBefore(database, now - keepDays * dayMs)
}

export function sealPurpose(webhookId: string): string {
  return `webhook ${webhookId}`
}

async function getAndLock({ tx, principal }: Change, id: string): Promise<repository.WebhookRow> {
  const row = isUuid(id) ? await repository.findAndLock(tx, principal.organizationId, id) : undefined
  if (!row) throw noSuchWebhook()
  return row
}

function noSuchWebhook(): AppError {
  return new AppError('webhook_not_found', 'There is no such webhook.')
}

/** Removes the query string, which often contains secrets. */
function shown(text: string): string {
  const [address = '', query] = text.split('?')
  return query === undefined ? address : `${address}?…`
}
