import type { WebhookEvent } from '@muster/contract/webhook'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

export interface WebhookRow extends Record<string, unknown> {
  id: string
  url: string
  description: string | null
  events: WebhookEvent[]
  secret: string
  old_secret: string | null
  old_secret_until: number | null
  is_enabled: boolean
  disabled_reason: string | null
  created_at: number
  updated_at: number
}

const columns = `id, url, description, events, secret, old_secret, old_secret_until, is_enabled, disabled_reason,
  created_at, updated_at`

const listWebhooks = query<WebhookRow>(
  'webhooks.list',
  `select ${columns} from webhooks where organization_id = $1 order by created_at desc, id desc`,
)

export function list(handle: Handle, organizationId: string): Promise<WebhookRow[]> {
  return handle.many(listWebhooks, [organizationId])
}

const findWebhook = query<WebhookRow>(
  'webhooks.find',
  `select ${columns} from webhooks where organization_id = $1 and id = $2`,
)

export function find(handle: Handle, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  return handle.find(findWebhook, [organizationId, id])
}

const findForUpdate = query<WebhookRow>(
  'webhooks.find_for_update',
  `select ${columns} from webhooks where organization_id = $1 and id = $2 for update`,
)

export function findAndLock(handle: Handle, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  return handle.find(findForUpdate, [organizationId, id])
}

const countWebhooks = query<{ webhooks: number }>(
  'webhooks.count',
  'select count(*) as webhooks from webhooks where organization_id = $1',
)

export async function count(handle: Handle, organizationId: string): Promise<number> {
  return (await handle.get(countWebhooks, [organizationId])).webhooks
}

const insertWebhook = query<WebhookRow>(
  'webhooks.insert',
  `insert into webhooks (id, organization_id, url, description, events, secret, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7) returning ${columns}`,
)

interface NewWebhook {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  readonly description: string | null
  readonly events: readonly WebhookEvent[]
  readonly secret: string
  readonly now: number
}

export function insert(handle: Handle, row: NewWebhook): Promise<WebhookRow> {
  const { id, organizationId, url, description, events, secret, now } = row
  return handle.get(insertWebhook, [id, organizationId, url, description, events, secret, now])
}

const updateWebhook = query<WebhookRow>(
  'webhooks.update',
  `update webhooks set url = $3, description = $4, events = $5, secret = $6, old_secret = $7, old_secret_until = $8,
     is_enabled = $9, disabled_reason = $10, updated_at = greatest(updated_at, $11)
   where organization_id = $1 and id = $2 returning ${columns}`,
)

/** Writes the locked row back. */
export function update(handle: Handle, organizationId: string, row: WebhookRow, now: number): Promise<WebhookRow> {
  return handle.get(updateWebhook, [
    organizationId,
    row.id,
    row.url,
    row.description,
    row.events,
    row.secret,
    row.old_secret,
    row.old_secret_until,
    row.is_enabled,
    row.disabled_reason,
    now,
  ])
}

const deleteWebhook = query('webhooks.delete', 'delete from webhooks where organization_id = $1 and id = $2')

export function remove(handle: Handle, organizationId: string, id: string): Promise<number> {
  return handle.run(deleteWebhook, [organizationId, id])
}

const listReceivers = query<{ id: string }>(
  'webhooks.list_receivers',
  'select id from webhooks where organization_id = $1 and is_enabled and $2 = any(events)',
)

/** The webhooks that want this event. */
export async function receiversOf(handle: Handle, organizationId: string, event: WebhookEvent): Promise<string[]> {
  return (await handle.many(listReceivers, [organizationId, event])).map(({ id }) => id)
}
