import { type Delivery, type Webhook, webhookEvents } from '@muster/contract/webhook'
import { command, type Group } from '../../command-line/command.ts'
import { usage } from '../../command-line/failure.ts'
import { listOptions, showList } from '../../command-line/listing.ts'
import { webhookIdOf } from '../../find-webhook.ts'
import { statusColor, timeOf } from '../../terminal/cell.ts'
import { confirm } from '../../terminal/prompt.ts'
import type { Column } from '../../terminal/table.ts'

const columns: readonly Column<Webhook>[] = [
  { header: 'ID', value: (webhook) => webhook.id, whole: true },
  { header: 'URL', value: (webhook) => webhook.url, least: 20 },
  { header: 'EVENTS', value: (webhook) => webhook.events.join(','), dropOrder: 2 },
  { header: 'ENABLED', value: (webhook) => webhook.enabled },
  { header: 'CREATED', value: (webhook) => timeOf(webhook.createdAt), dropOrder: 1 },
]

const deliveryColumns: readonly Column<Delivery>[] = [
  { header: 'ID', value: (delivery) => delivery.id, whole: true },
  { header: 'EVENT', value: (delivery) => delivery.event },
  { header: 'STATUS', value: (delivery) => delivery.status, color: (delivery) => statusColor(delivery.status) },
  { header: 'ATTEMPTS', value: (delivery) => delivery.attempts, dropOrder: 3 },
  { header: 'CREATED', value: (delivery) => timeOf(delivery.createdAt), dropOrder: 2 },
  { header: 'NEXT', value: (delivery) => timeOf(delivery.nextAttemptAt), dropOrder: 1 },
  { header: 'ERROR', value: (delivery) => delivery.error, dropOrder: 4 },
]

const event = {
  type: 'list',
  choices: webhookEvents,
  summary: 'What it is told of; repeat it for more',
} as const
const webhook = { summary: 'Id or address of the webhook, or the beginning of one' }

const list = command({
  summary: 'List webhooks, newest first',
  examples: [['muster webhooks list', 'All of the organization']],
  async run(_args, { out, client }) {
    const { webhooks } = await (await client()).webhooks.list()
    out.table(webhooks, columns, 'There are no webhooks.')
  },
})

const create = command({
  summary: 'Create a webhook and print its secret',
  notes: 'The secret signs what is sent. It is printed this once and cannot be seen again.',
  positionals: { address: { summary: 'Where to send; it begins with https://' } },
  options: { event, description: { type: 'text', summary: 'What it is for' } },
  examples: [
    ['muster webhooks create https://hooks.example.org/muster > secret.txt', 'Told of everything'],
    ['muster webhooks create https://hooks.example.org/muster --event turn.ended', 'Told of turns that ended'],
  ],
  async run(args, { out, client }) {
    const created = await (await client()).webhooks.create({
      url: args.address,
      ...(args.description !== undefined && { description: args.description }),
      ...(args.event.length > 0 && { events: [...new Set(args.event)] }),
    })
    out.created(created, created.secret)
    out.note(`Created webhook ${created.id}. Keep the secret now: it is not shown again.`)
  },
})

const update = command({
  summary: 'Change a webhook',
  positionals: { webhook },
  options: {
    address: { type: 'text', summary: 'Where to send' },
    event,
    enable: { type: 'flag', summary: 'Switch it on again' },
    disable: { type: 'flag', summary: 'Switch it off; what still waits is given up' },
  },
  examples: [['muster webhooks update WEBHOOK --disable', 'Send nothing more']],
  async run(args, { out, client }) {
    if (args.enable && args.disable) throw usage('Use either --enable or --disable.')
    const wanted = {
      ...(args.address !== undefined && { url: args.address }),
      ...(args.event.length > 0 && { events: [...new Set(args.event)] }),
      ...((args.enable || args.disable) && { enabled: args.enable }),
    }
    if (Object.keys(wanted).length === 0) throw usage('Say what to change: --address, --event, --enable or --disable.')
    const service = await client()
    const webhookId = await webhookIdOf(service, args.webhook)
    const changed = await service.webhooks.update({ webhookId, ...wanted })
    if (out.json) return out.data(changed)
    out.note(`Webhook ${changed.id} is ${changed.enabled ? 'on' : 'off'}, at ${changed.url}.`)
  },
})

const rotate = command({
  summary: 'Give a webhook a new secret and print it',
  notes: 'For a day, deliveries are signed with the old secret too.',
  positionals: { webhook },
  examples: [['muster webhooks rotate WEBHOOK > secret.txt', 'A new secret, into a file']],
  async run(args, { out, client }) {
    const service = await client()
    const changed = await service.webhooks.rotateSecret({ webhookId: await webhookIdOf(service, args.webhook) })
    out.created(changed, changed.secret)
    out.note('Keep the secret now: it is not shown again. The old one counts for a day.')
  },
})

const remove = command({
  summary: 'Delete a webhook and its deliveries',
  positionals: { webhook },
  options: { yes: { type: 'flag', short: 'y', summary: 'Do not ask' } },
  examples: [['muster webhooks remove WEBHOOK --yes', 'Delete it']],
  async run(args, { out, client }) {
    const service = await client()
    const webhookId = await webhookIdOf(service, args.webhook)
    await confirm(`Delete webhook ${webhookId}?`, args.yes)
    await service.webhooks.remove({ webhookId })
    out.note(`Deleted webhook ${webhookId}.`)
  },
})

const deliveries = command({
  summary: 'List what was sent to a webhook, newest first',
  positionals: { webhook },
  options: listOptions,
  examples: [['muster webhooks deliveries WEBHOOK', 'The newest 20, and why some failed']],
  async run(args, { out, client }) {
    const service = await client()
    const webhookId = await webhookIdOf(service, args.webhook)
    await showList(out, args, deliveryColumns, 'deliveries', (page) =>
      service.webhooks.deliveries.items({ webhookId, ...page }),
    )
  },
})

const retry = command({
  summary: 'Send a delivery once more, now',
  positionals: { delivery: { summary: 'Id of the delivery, as in `muster webhooks deliveries`' } },
  examples: [['muster webhooks retry DELIVERY', 'After the receiver was mended']],
  async run(args, { out, client }) {
    const again = await (await client()).webhooks.retry({ deliveryId: args.delivery })
    if (out.json) return out.data(again)
    out.note(`Delivery ${again.id} is sent again.`)
  },
})

export const webhooks: Group = {
  summary: 'Tell other programs what happens in sessions',
  commands: { list, create, update, rotate, remove, deliveries, retry },
}
