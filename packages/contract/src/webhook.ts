import { type Static, Type } from 'typebox'
import { closed, nullable, text, UnixMs } from './schema.ts'

/** The events that a webhook can receive. */
export const webhookEvents = ['turn.started', 'turn.ended', 'permission.requested', 'permission.decided'] as const
export const WebhookEvent = Type.Enum([...webhookEvents])
export type WebhookEvent = Static<typeof WebhookEvent>

const webhookFields = {
  id: Type.String(),
  url: Type.String(),
  description: Type.Optional(Type.String()),
  events: Type.Array(WebhookEvent),
  enabled: Type.Boolean(),
  disabledReason: Type.Optional(Type.String({ description: 'Why the service has switched it off.' })),
  createdAt: UnixMs,
  updatedAt: UnixMs,
}
export const Webhook = Type.Object(webhookFields)
export type Webhook = Static<typeof Webhook>

/** The only answer that shows the secret: when the webhook is created, and when it gets a new secret. */
export const WebhookWithSecret = Type.Object({ ...webhookFields, secret: Type.String() })
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

const url = text(1, 2000, { hint: 'a URL that begins with https://' })
const description = text(1, 200)
const events = Type.Array(WebhookEvent, {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
  hint: `a list of different events: ${webhookEvents.join(', ')}`,
})

export const CreateWebhook = closed({
  url,
  description: Type.Optional(description),
  events: Type.Optional(events),
})
export type CreateWebhook = Static<typeof CreateWebhook>

export const UpdateWebhook = closed(
  {
    url: Type.Optional(url),
    description: Type.Optional(nullable(description)),
    events: Type.Optional(events),
    enabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, hint: 'an object with what changes' },
)
export type UpdateWebhook = Static<typeof UpdateWebhook>

export const Delivery = Type.Object({
  id: Type.String({ description: 'The `webhook-id` header, the same for every attempt.' }),
  webhookId: Type.String(),
  event: WebhookEvent,
  status: Type.Enum(['pending', 'delivered', 'failed']),
  attempts: Type.Integer(),
  createdAt: UnixMs,
  nextAttemptAt: Type.Optional(UnixMs),
  deliveredAt: Type.Optional(UnixMs),
  responseStatus: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
})
export type Delivery = Static<typeof Delivery>
