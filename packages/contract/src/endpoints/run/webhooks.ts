import { Type } from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { Pagination, pageQuery } from '../../pagination.ts'
import { closed, Id } from '../../schema.ts'
import { CreateWebhook, Delivery, UpdateWebhook, Webhook, WebhookWithSecret } from '../../webhook.ts'

const access = ['owner'] as const
const params = Type.Object({ webhookId: Id })

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/webhooks',
  summary: 'List webhooks, newest first',
  extension: true,
  access,
  scope: 'organization:read',
  answers: { 200: Type.Object({ webhooks: Type.Array(Webhook) }) },
})

export const create = endpoint({
  method: 'POST',
  path: '/api/v0/webhooks',
  summary: 'Create a webhook',
  description:
    'Deliveries are signed as Standard Webhooks say; the secret is shown this once. Without `events` it is told of all. Addresses of private networks are refused, unless the operator has opened some.',
  extension: true,
  access,
  scope: 'organization:write',
  headers: ['Idempotency-Key'],
  body: CreateWebhook,
  answers: { 201: WebhookWithSecret },
  shownOnce: 'secret',
  errors: ['quota_reached'],
})

export const update = endpoint({
  method: 'PATCH',
  path: '/api/v0/webhooks/{webhookId}',
  summary: 'Change a webhook',
  description: 'With `enabled: false`, what still waits to be delivered is given up.',
  extension: true,
  access,
  scope: 'organization:write',
  params,
  body: UpdateWebhook,
  answers: { 200: Webhook },
  errors: ['webhook_not_found'],
})

export const rotateSecret = endpoint({
  method: 'POST',
  path: '/api/v0/webhooks/{webhookId}/secret',
  summary: 'Give a webhook a new secret',
  description: 'For a day, deliveries carry two signatures, one of the old secret and one of the new.',
  extension: true,
  access,
  scope: 'organization:write',
  params,
  body: closed({}),
  answers: { 200: WebhookWithSecret },
  shownOnce: 'secret',
  errors: ['webhook_not_found'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/v0/webhooks/{webhookId}',
  summary: 'Delete a webhook and its deliveries',
  extension: true,
  access,
  scope: 'organization:write',
  params,
  answers: { 204: null },
  errors: ['webhook_not_found'],
})

export const deliveries = endpoint({
  method: 'GET',
  path: '/api/v0/webhooks/{webhookId}/deliveries',
  summary: 'List what was sent to a webhook, newest first',
  description: 'Deliveries are kept for 30 days.',
  extension: true,
  access,
  scope: 'organization:read',
  params,
  query: Type.Object(pageQuery),
  answers: { 200: Type.Object({ deliveries: Type.Array(Delivery), pagination: Pagination }) },
  items: 'deliveries',
  errors: ['webhook_not_found'],
})

export const retry = endpoint({
  method: 'POST',
  path: '/api/v0/webhooks/deliveries/{deliveryId}/retry',
  summary: 'Send a delivery once more, now',
  extension: true,
  access,
  scope: 'organization:write',
  params: Type.Object({ deliveryId: Id }),
  body: closed({}),
  answers: { 200: Delivery },
  errors: ['delivery_not_found', 'webhook_disabled'],
})
