import type { Webhook, WebhookWithSecret } from '@muster/contract/webhook'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { Deliveries } from './deliveries.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { WebhooksView } from './view.tsx'

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'deliveries' | 'remove' | 'rotate'; readonly webhook: Webhook }
  | { readonly kind: 'secret'; readonly webhook: WebhookWithSecret }

export function Page() {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Opened | undefined>()
  const [error, setError] = useState<unknown>()
  const webhooks = useQuery({ queryKey: ['webhooks'], queryFn: async () => (await api.webhooks.list()).webhooks })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] })
  const close = () => setOpened(undefined)
  const show = (webhook: WebhookWithSecret) => {
    setOpened({ kind: 'secret', webhook })
    void refresh()
  }
  const enable = async (webhook: Webhook, enabled: boolean) => {
    setError(undefined)
    await api.webhooks.update({ webhookId: webhook.id, enabled }).then(refresh, setError)
  }
  return (
    <>
      <WebhooksView
        webhooks={webhooks.data}
        error={webhooks.error ?? error}
        onRetry={() => {
          setError(undefined)
          void webhooks.refetch()
        }}
        onMake={() => setOpened({ kind: 'new' })}
        onOpen={(kind, webhook) => setOpened({ kind, webhook })}
        onEnable={(webhook, enabled) => void enable(webhook, enabled)}
      />
      <Dialog title="New webhook" isOpen={opened?.kind === 'new'} onClose={close}>
        <NewWebhook onMade={show} />
      </Dialog>
      <Dialog title="Signing secret" isOpen={opened?.kind === 'secret'} onClose={close}>
        {opened?.kind === 'secret' && (
          <ShownOnce
            label="Secret"
            text={opened.webhook.secret}
            note="It is shown this once. With it your program checks that a delivery comes from here."
          />
        )}
      </Dialog>
      <Dialog title="Deliveries" isOpen={opened?.kind === 'deliveries'} onClose={close} side="right">
        {opened?.kind === 'deliveries' && <Deliveries webhook={opened.webhook} />}
      </Dialog>
      <Confirm
        title="Give it a new secret?"
        isOpen={opened?.kind === 'rotate'}
        onClose={() => opened?.kind === 'rotate' && close()}
        action="New secret"
        onConfirm={async () => {
          if (opened?.kind === 'rotate') show(await api.webhooks.rotateSecret({ webhookId: opened.webhook.id }))
        }}
      >
        For a day, deliveries carry signatures of the old secret and of the new.
      </Confirm>
      <Confirm
        title="Delete this webhook?"
        isOpen={opened?.kind === 'remove'}
        onClose={close}
        action="Delete"
        onConfirm={async () => {
          if (opened?.kind !== 'remove') return
          await api.webhooks.remove({ webhookId: opened.webhook.id })
          await refresh()
        }}
      >
        {opened?.kind === 'remove' && `${opened.webhook.url} hears nothing more, and its deliveries are forgotten.`}
      </Confirm>
    </>
  )
}
