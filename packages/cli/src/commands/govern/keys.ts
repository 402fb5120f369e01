import type { ApiKey } from '@muster/contract/api-key'
import { scopes } from '@muster/contract/enumerations'
import { command, type Group } from '../../command-line/command.ts'
import { usage } from '../../command-line/failure.ts'
import { fetchRows, listOptions, tellMore } from '../../command-line/listing.ts'
import { keyIdOf } from '../../find-key.ts'
import { userIdOf } from '../../find-user.ts'
import { emailsOf } from '../../names-of-ids.ts'
import { timeOf } from '../../terminal/cell.ts'
import { confirm } from '../../terminal/prompt.ts'
import type { Column } from '../../terminal/table.ts'
import { parseMoment } from '../../terminal/time.ts'

const columnsWith = (emailOf: (userId: string) => string): readonly Column<ApiKey>[] => [
  { header: 'ID', value: (key) => key.id, whole: true },
  { header: 'NAME', value: (key) => key.name, least: 18 },
  { header: 'SCOPES', value: (key) => key.scopes?.join(',') ?? 'all', dropOrder: 2 },
  { header: 'USER', value: (key) => emailOf(key.userId), whole: true, dropOrder: 4 },
  { header: 'CREATED', value: (key) => timeOf(key.createdAt), dropOrder: 3 },
  { header: 'LAST USED', value: (key) => timeOf(key.lastUsedAt), dropOrder: 1 },
  { header: 'CHILDREN', value: (key) => key.children ?? 0, dropOrder: 5 },
  { header: 'EXPIRES', value: (key) => timeOf(key.expiresAt) },
]

const list = command({
  summary: 'List API keys, newest first',
  notes: 'Owners see all keys of the organization, others their own.',
  options: listOptions,
  examples: [['muster keys list', 'The newest 20 keys']],
  async run(args, { out, client }) {
    const muster = await client()
    const { rows, following } = await fetchRows(args, (page) => muster.apiKeys.list.items(page))
    const userIds = rows.map(({ userId }) => userId)
    const emailOf = out.json ? (id: string) => id : await emailsOf(muster, userIds)
    out.table(rows, columnsWith(emailOf), 'There are no API keys.')
    tellMore(out, rows.length, following !== undefined)
  },
})

const create = command({
  summary: 'Create an API key and print it',
  notes:
    'The key is printed this once and cannot be seen again. It gets no scope that the role of its user cannot use, and ends with the key that you are logged in with.',
  positionals: { name: { summary: 'What the key is for' } },
  options: {
    scope: { type: 'list', choices: scopes, summary: 'What it may be used for; repeat it for more (default: all)' },
    expires: { type: 'text', value: 'when', summary: 'When it ends: 30d, 12h, 2w, or a date such as 2027-01-31' },
    user: { type: 'text', summary: 'E-mail or id of the user it is for (owners only; default: yourself)' },
  },
  examples: [
    ['muster keys create laptop', 'A key that may do all that you may'],
    ['muster keys create ci --scope sessions:read --expires 30d', 'A narrow key for a month'],
    ['muster keys create bot --user bot@example.org > bot.key', 'A key for somebody else, into a file'],
  ],
  async run(args, { out, client }) {
    const expiresAt = args.expires === undefined ? undefined : expiryOf(args.expires)
    const muster = await client()
    const key = await muster.apiKeys.create({
      name: args.name,
      scopes: args.scope.length > 0 ? [...new Set(args.scope)] : undefined,
      expiresAt,
      userId: args.user === undefined ? undefined : await userIdOf(muster, args.user),
    })
    out.created(key, key.key)
    out.note(`Created key ${key.id}. Keep it now: it is not shown again.`)
  },
})

const revoke = command({
  summary: 'Revoke an API key, at once and everywhere',
  notes: 'Keys that were made with it go on working unless --children is given; `muster keys list` counts them.',
  positionals: { key: { summary: 'Id or name of the key, or how it begins' } },
  options: {
    children: { type: 'flag', summary: 'Revoke all keys that were made with it too' },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
  },
  examples: [
    ['muster keys revoke k7Jx2 --yes', 'End a key'],
    ['muster keys revoke k7Jx2 --children', 'End a key that leaked, and whatever was made with it'],
  ],
  async run(args, { out, client }) {
    const muster = await client()
    const id = await keyIdOf(muster, args.key)
    const what = args.children ? `key ${id} and all that were made with it` : `key ${id}`
    await confirm(`Revoke ${what}? Whatever uses it stops working.`, args.yes)
    await muster.apiKeys.revoke({ id, ...(args.children && { children: 'true' }) })
    out.note(`Revoked ${what}.`)
  },
})

export const keys: Group = { summary: 'Manage API keys', commands: { list, create, revoke } }

function expiryOf(text: string): string {
  const time = parseMoment(text, Date.now())
  if (!time) throw usage(`--expires takes 30d, 12h, 2w or a date such as 2027-01-31, not ${JSON.stringify(text)}.`)
  if (time.getTime() <= Date.now()) throw usage(`${text} is in the past.`)
  return time.toISOString()
}
