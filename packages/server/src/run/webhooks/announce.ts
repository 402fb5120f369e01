import type { WebhookEvent } from '@muster/contract/webhook'
import type { Tx } from '../../ground/database/database.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import * as deliveries from './delivery-repository.ts'
import * as repository from './repository.ts'

interface Announcement {
  readonly organizationId: string
  readonly event: WebhookEvent
  readonly now: number
  /** Called only if a webhook wants the event. */
  readonly data: () => Promise<object>
}

/** Records an event for webhooks in the transaction of its change. It is sent after the commit. */
export async function announce(tx: Tx, { ids, hints }: { ids: Ids; hints: Hints }, news: Announcement): Promise<void> {
  const { organizationId, event, now } = news
  const webhookIds = await repository.receiversOf(tx, organizationId, event)
  if (webhookIds.length === 0) return
  const body = JSON.stringify({ type: event, timestamp: new Date(now).toISOString(), data: await news.data() })
  await deliveries.insert(tx, {
    organizationId,
    ids: webhookIds.map(() => ids.uuid()),
    webhookIds,
    event,
    body,
    now,
  })
  tx.afterCommit(() => hints.publish({ kind: 'delivery' }))
}
