import type { Delivery, WebhookEvent } from '@muster/contract/webhook'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { TimeAndId } from '../../ground/platform/keyset.ts'

export interface DeliveryRow extends Record<string, unknown> {
  id: string
  webhook_id: string
  event: WebhookEvent
  status: Delivery['status']
  attempts: number
  due_at: number | null
  created_at: number
  delivered_at: number | null
  response_status: number | null
  error: string | null
}

const columns = 'id, webhook_id, event, status, attempts, due_at, created_at, delivered_at, response_status, error'

const insertDeliveries = query(
  'webhooks.insert_deliveries',
  `insert into webhook_deliveries (organization_id, id, webhook_id, event, body, status, due_at, created_at)
   select $1, one.id, one.webhook_id, $4, $5, 'pending', $6, $6
   from unnest($2::uuid[], $3::uuid[]) as one (id, webhook_id)`,
)

export interface NewDeliveries {
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly webhookIds: readonly string[]
  readonly event: WebhookEvent
  readonly body: string
  readonly now: number
}

export function insert(handle: Handle, { organizationId, ids, webhookIds, event, body, now }: NewDeliveries) {
  return handle.run(insertDeliveries, [organizationId, ids, webhookIds, event, body, now])
}

const listDeliveries = query<DeliveryRow>(
  'webhooks.list_deliveries',
  `select ${columns} from webhook_deliveries
   where organization_id = $1 and webhook_id = $2 and (created_at, id) < ($3, $4)
   order by created_at desc, id desc limit $5`,
)

export function list(
  handle: Handle,
  organizationId: string,
  webhookId: string,
  page: { readonly before: TimeAndId; readonly limit: number },
): Promise<DeliveryRow[]> {
  return handle.many(listDeliveries, [organizationId, webhookId, ...page.before, page.limit])
}

const findDelivery = query<DeliveryRow & { is_enabled: boolean }>(
  'webhooks.find_delivery',
  `select ${columns
    .split(', ')
    .map((name) => `d.${name}`)
    .join(', ')}, w.is_enabled from webhook_deliveries d
   join webhooks w on w.id = d.webhook_id and w.organization_id = d.organization_id
   where d.organization_id = $1 and d.id = $2 for update of d`,
)

export function findAndLock(handle: Handle, organizationId: string, id: string) {
  return handle.find(findDelivery, [organizationId, id])
}

const makeDue = query<DeliveryRow>(
  'webhooks.make_due',
  `update webhook_deliveries set status = 'pending', due_at = $3
   where organization_id = $1 and id = $2 returning ${columns}`,
)

export function sendAgain(handle: Handle, organizationId: string, id: string, now: number): Promise<DeliveryRow> {
  return handle.get(makeDue, [organizationId, id, now])
}

const giveUpAll = query(
  'webhooks.give_up_all',
  `update webhook_deliveries set status = 'failed', due_at = null, error = $3
   where organization_id = $1 and webhook_id = $2 and status = 'pending'`,
)

export function giveUp(handle: Handle, organizationId: string, webhookId: string, error: string): Promise<number> {
  return handle.run(giveUpAll, [organizationId, webhookId, error])
}

/** A due attempt, with all data that sending needs. */
export interface Attempt extends Record<string, unknown> {
  id: string
  organization_id: string
  webhook_id: string
  body: string
  attempts: number
  url: string
  secret: string
  old_secret: string | null
  old_secret_until: number | null
}

const claimDue = query<Attempt>(
  'webhooks.claim',
  `update webhook_deliveries d set attempts = d.attempts + 1, due_at = $2
   from webhooks w
   where w.id = d.webhook_id and d.id in (
     select id from webhook_deliveries
     where status = 'pending' and due_at <= $1 and webhook_id <> all ($3::uuid[])
     order by due_at limit $4 for update skip locked)
   returning d.id, d.organization_id, d.webhook_id, d.body, d.attempts, w.url, w.secret, w.old_secret, w.old_secret_until`,
)

/**
 * Claims due deliveries of all organizations for this node until `until`; if it dies, another node claims them after
 * that.
 */
export function claim(
  handle: Handle,
  { now, until, without, limit }: { now: number; until: number; without: readonly string[]; limit: number },
): Promise<Attempt[]> {
  return handle.many(claimDue, [now, until, without, limit])
}

const recordAttempt = query(
  'webhooks.record_attempt',
  `update webhook_deliveries set status = $4, due_at = $5, delivered_at = $6, response_status = $7, error = $8
   where organization_id = $1 and id = $2 and attempts = $3 and status = 'pending'`,
)

export interface AttemptResult {
  readonly status: Delivery['status']
  readonly dueAt: number | null
  readonly deliveredAt: number | null
  readonly responseStatus: number | null
  readonly error: string | null
}

/** Returns 0 if another attempt has started since. */
export function record(handle: Handle, { organization_id, id, attempts }: Attempt, result: AttemptResult) {
  const { status, dueAt, deliveredAt, responseStatus, error } = result
  return handle.run(recordAttempt, [organization_id, id, attempts, status, dueAt, deliveredAt, responseStatus, error])
}

const forgetDeliveries = query('webhooks.forget_deliveries', 'delete from webhook_deliveries where created_at < $1')

/** Covers all organizations, for the service's own upkeep. */
export function forgetBefore(handle: Handle, before: number): Promise<number> {
  return handle.run(forgetDeliveries, [before])
}
