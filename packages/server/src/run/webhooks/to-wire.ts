import type { Delivery, Webhook } from '@muster/contract/webhook'
import type { DeliveryRow } from './delivery-repository.ts'
import type { WebhookRow } from './repository.ts'

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    ...(row.description !== null && { description: row.description }),
    events: row.events,
    enabled: row.is_enabled,
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    createdAt: row.created_at,
    ...(row.due_at !== null && { nextAttemptAt: row.due_at }),
    ...(row.delivered_at !== null && { deliveredAt: row.delivered_at }),
    ...(row.response_status !== null && { responseStatus: row.response_status }),
    ...(row.error !== null && { error: row.error }),
  }
}
