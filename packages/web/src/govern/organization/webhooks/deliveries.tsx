import type { Delivery, Webhook } from '@muster/contract/webhook'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { ago } from '../../../ui/time.ts'

const looks = { delivered: 'good', failed: 'bad', pending: 'warn' } as const

/** The last hundred deliveries of a webhook. Each can be sent again. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const queryClient = useQueryClient()
  const queryKey = ['deliveries', webhook.id]
  const [error, setError] = useState<unknown>()
  const { data, ...list } = useQuery({
    queryKey,
    queryFn: async () => (await api.webhooks.deliveries({ webhookId: webhook.id, limit: 100 })).deliveries,
    refetchInterval: 5_000,
  })
  const retry = async (deliveryId: string) => {
    setError(undefined)
    await api.webhooks.retry({ deliveryId }).then(() => queryClient.invalidateQueries({ queryKey }), setError)
  }
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />
  if (!data) return <Skeleton className="h-48" />
  if (data.length === 0) {
    return (
      <Empty icon="webhook" title="Nothing was sent yet">
        What happens in sessions from now on is told here.
      </Empty>
    )
  }
  return (
    <>
      <p className="mb-3 break-all text-muted">{webhook.url}</p>
      {error !== undefined && <Failure error={error} />}
      <ul className="divide-y divide-line">
        {data.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onRetry={() => void retry(delivery.id)} />
        ))}
      </ul>
    </>
  )
}

function DeliveryRow({ delivery, onRetry }: { delivery: Delivery; onRetry: () => void }) {
  const { event, status, attempts, createdAt, responseStatus, error } = delivery
  return (
    <li className="flex items-start gap-3 py-2.5 text-[13px]">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-xs">{event}</code>
          <Badge look={looks[status]}>{status}</Badge>
          {responseStatus !== undefined && <span className="tabular text-muted">answered {responseStatus}</span>}
        </p>
        <p className="text-xs text-muted">
          {ago(createdAt)} · {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        </p>
        {error && <p className="text-xs break-words text-bad">{error}</p>}
      </div>
      <Button size="small" onClick={onRetry}>
        Send again
      </Button>
    </li>
  )
}
