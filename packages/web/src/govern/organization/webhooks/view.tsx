import type { Webhook } from '@muster/contract/webhook'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'

interface WebhooksViewProps {
  readonly webhooks: readonly Webhook[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onMake: () => void
  readonly onOpen: (kind: 'deliveries' | 'rotate' | 'remove', webhook: Webhook) => void
  readonly onEnable: (webhook: Webhook, enabled: boolean) => void
}

export function WebhooksView({ webhooks, error, onRetry, onMake, ...actions }: WebhooksViewProps) {
  return (
    <>
      <PageHeader
        title="Webhooks"
        actions={
          <Button look="solid" icon="plus" onClick={onMake}>
            New webhook
          </Button>
        }
      >
        Signed requests to your programs when a turn begins or ends, or an agent asks for permission.
      </PageHeader>
      {error !== null && error !== undefined && (
        <div className="mb-4">
          <Failure error={error} retry={onRetry} />
        </div>
      )}
      {webhooks ? (
        webhooks.length === 0 ? (
          <div className="card">
            <Empty icon="webhook" title="There is no webhook yet">
              Your chat can hear that an agent waits for somebody, or your build that a turn has ended.
            </Empty>
          </div>
        ) : (
          <ul className="grid gap-3">
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook.id} webhook={webhook} {...actions} />
            ))}
          </ul>
        )
      ) : (
        !error && <Skeleton className="h-48" />
      )}
    </>
  )
}

type CardProps = Pick<WebhooksViewProps, 'onOpen' | 'onEnable'> & { readonly webhook: Webhook }

function WebhookCard({ webhook, onOpen, onEnable }: CardProps) {
  const { url, description, events, enabled, disabledReason } = webhook
  return (
    <li className="card p-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium break-all">{url}</p>
          {description && <p className="break-words text-muted">{description}</p>}
          <p className="mt-2 flex flex-wrap gap-1">
            <Badge look={enabled ? 'good' : 'warn'}>{enabled ? 'on' : 'off'}</Badge>
            {events.map((event) => (
              <Badge key={event}>{event}</Badge>
            ))}
          </p>
          {!enabled && disabledReason && <p className="mt-2 text-[13px] text-warn">{disabledReason}</p>}
        </div>
        <div className="flex flex-wrap gap-1">
          <Button size="small" onClick={() => onOpen('deliveries', webhook)}>
            Deliveries
          </Button>
          <Button size="small" onClick={() => onEnable(webhook, !enabled)}>
            {enabled ? 'Switch off' : 'Switch on'}
          </Button>
          <Button size="small" onClick={() => onOpen('rotate', webhook)}>
            New secret
          </Button>
          <Button size="small" look="danger" onClick={() => onOpen('remove', webhook)}>
            Delete
          </Button>
        </div>
      </div>
    </li>
  )
}
