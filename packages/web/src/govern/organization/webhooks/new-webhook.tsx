import type { WebhookEvent, WebhookWithSecret } from '@muster/contract/webhook'
import { type FormEvent, useState } from 'react'
import { api } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Failure } from '../../../ui/states.tsx'
import { useDraft } from '../../../ui/use-draft.ts'

const eventNames = {
  'turn.started': 'A turn begins',
  'turn.ended': 'A turn has ended',
  'permission.requested': 'An agent asks for permission',
  'permission.decided': 'Somebody has decided',
} as const satisfies Readonly<Record<WebhookEvent, string>>

const everyEvent = Object.keys(eventNames) as WebhookEvent[]

export function NewWebhook({ onMade }: { onMade: (webhook: WebhookWithSecret) => void }) {
  const [url, setUrl] = useDraft('webhook-url', 'memory')
  const [description, setDescription] = useDraft('webhook-description', 'memory')
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(everyEvent))
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    const body = { url: url.trim(), events: [...events], ...(description && { description }) }
    await api.webhooks.create(body).then((made) => {
      setUrl('')
      setDescription('')
      onMade(made)
    }, setError)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <Field
        label="Address"
        type="url"
        required
        maxLength={2000}
        placeholder="https://hooks.example.org/muster"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Field
        label="Description"
        maxLength={200}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <fieldset className="space-y-1.5">
        <legend className="mb-1 text-[13px] font-medium">When</legend>
        {everyEvent.map((event) => (
          <label key={event} className="flex items-start gap-2 text-[13px]">
            <input
              type="checkbox"
              className="mt-0.5"
              checked={events.has(event)}
              onChange={() => setEvents((before) => before.symmetricDifference(new Set([event])))}
            />
            {eventNames[event]}
          </label>
        ))}
      </fieldset>
      {error !== undefined && <Failure error={error} />}
      <div className="flex justify-end">
        <Button type="submit" look="solid" disabled={url.trim() === '' || events.size === 0}>
          Make the webhook
        </Button>
      </div>
    </form>
  )
}
