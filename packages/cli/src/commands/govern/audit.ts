import { auditActions } from '@muster/contract/audit-actions'
import type { AuditEntry } from '@muster/contract/audit-entry'
import { command } from '../../command-line/command.ts'
import { listOptions, showList } from '../../command-line/listing.ts'
import { timeOptions, timesOf } from '../../command-line/moment.ts'
import { userIdOf } from '../../find-user.ts'
import { timeOf } from '../../terminal/cell.ts'
import type { Column } from '../../terminal/table.ts'

const columns: readonly Column<AuditEntry>[] = [
  { header: 'WHEN', value: ({ at }) => timeOf(at) },
  { header: 'WHO', value: whoOf, least: 20 },
  { header: 'ACTION', value: ({ action }) => action, whole: true },
  { header: 'TARGET', value: ({ target }) => `${target.type} ${target.id}`, whole: true, dropOrder: 2 },
  { header: 'FIELDS', value: ({ changes }) => Object.keys(changes).join(', '), dropOrder: 1 },
  { header: 'ADDRESS', value: ({ address }) => address, whole: true, dropOrder: 3 },
]

export const audit = command({
  summary: 'List the changes in the organization, newest first',
  notes: 'For owners. --json has each change in full.',
  options: {
    ...listOptions,
    action: {
      type: 'text',
      choices: auditActions,
      value: 'action',
      summary: 'Only this action, such as session.create',
    },
    user: { type: 'text', summary: 'Only changes by this user (e-mail or id)' },
    ...timeOptions,
  },
  examples: [
    ['muster audit', 'The newest 20 changes'],
    ['muster audit --user ada@example.org --all --json', 'All that one person changed'],
  ],
  async run(args, { out, client }) {
    const muster = await client()
    const userId = args.user === undefined ? undefined : await userIdOf(muster, args.user)
    const filter = { action: args.action, userId, ...timesOf(args) }
    await showList(out, args, columns, 'changes', (page) => muster.audit.list.items({ ...page, ...filter }))
  },
})

function whoOf({ actor }: AuditEntry): string | null {
  return actor ? (actor.email ?? actor.userId ?? actor.apiKeyId) : 'the service'
}
