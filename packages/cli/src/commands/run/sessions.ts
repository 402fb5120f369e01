import { shortCostText } from '@muster/contract/cost-text'
import type { Session } from '@muster/contract/session'
import { command, type Group } from '../../command-line/command.ts'
import { usage } from '../../command-line/failure.ts'
import { fetchRows, listOptions, tellMore } from '../../command-line/listing.ts'
import { timeOptions, timesOf } from '../../command-line/moment.ts'
import { computerIdOf } from '../../find-computer.ts'
import { sessionIdOf } from '../../find-session.ts'
import { userIdOf } from '../../find-user.ts'
import { computerNamesOf, emailsOf } from '../../names-of-ids.ts'
import { settingOptions, settingsOf } from '../../session-settings.ts'
import { showSession } from '../../show-session.ts'
import { statusColor, timeOf } from '../../terminal/cell.ts'
import { confirm } from '../../terminal/prompt.ts'
import type { Column } from '../../terminal/table.ts'
import { chat } from './sessions-chat.ts'

type NameOf = (id: string) => string

const columnsWith = (computerNameOf: NameOf, emailOf: NameOf): readonly Column<Session>[] => [
  { header: 'ID', value: (session) => session.sessionId, whole: true },
  { header: 'STATUS', value: ({ status }) => status, color: ({ status }) => statusColor(status), whole: true },
  { header: 'TITLE', value: (session) => session.title, least: 20 },
  { header: 'MSGS', value: (session) => session.messageCount, dropOrder: 2 },
  {
    header: 'COST',
    value: ({ cost, messageCount }) => (messageCount > 0 ? (shortCostText(cost) ?? 'unknown') : undefined),
    whole: true,
    align: 'right',
    dropOrder: 3,
  },
  { header: 'MODEL', value: (session) => session.agentModel ?? session.sessionSettings?.model, dropOrder: 4 },
  { header: 'UPDATED', value: (session) => timeOf(session.updatedAt), dropOrder: 1 },
  {
    header: 'COMPUTER',
    value: ({ computerId }) => (computerId ? computerNameOf(computerId) : undefined),
    whole: true,
    dropOrder: 5,
  },
  { header: 'USER', value: ({ userId }) => (userId ? emailOf(userId) : undefined), dropOrder: 6 },
]

const session = { summary: 'Id or title of the session, or how it begins' } as const
const askComputer = { type: 'text', summary: 'Ask this computer itself (name or id), not the service' } as const

const list = command({
  summary: 'List sessions, newest first',
  options: {
    ...listOptions,
    status: { type: 'text', choices: ['idle', 'pending', 'running'], value: 'status', summary: 'Only in this state' },
    user: { type: 'text', summary: 'Only sessions of this user (e-mail or id)' },
    ...timeOptions,
    computer: askComputer,
  },
  examples: [
    ['muster sessions list', 'The newest 20 sessions'],
    ['muster sessions list --user grace@example.com --since 2026-11-01', 'What one person began this month'],
    ['muster sessions list --all --json | jq -r .[].sessionId', 'The ids of all sessions'],
  ],
  async run(args, { out, client }) {
    const muster = await client()
    const computerId = args.computer === undefined ? undefined : await computerIdOf(muster, args.computer)
    const userId = args.user === undefined ? undefined : await userIdOf(muster, args.user)
    const filter = { computerId, status: args.status, userId, ...timesOf(args) }
    const { rows, following } = await fetchRows(args, (page) => muster.sessions.list.items({ ...page, ...filter }))
    const computerIds = rows.flatMap(({ computerId: id }) => id ?? [])
    const userIds = rows.flatMap(({ userId: id }) => id ?? [])
    const asIs: NameOf = (id) => id
    const names = out.json ? [asIs, asIs] : [computerNamesOf(muster, computerIds), emailsOf(muster, userIds)]
    const [nameOf = asIs, emailOf = asIs] = await Promise.all(names)
    out.table(rows, columnsWith(nameOf, emailOf), 'There are no sessions.')
    tellMore(out, rows.length, following !== undefined)
  },
})

const create = command({
  summary: 'Create a session on a computer',
  options: {
    computer: { type: 'text', short: 'c', required: true, summary: 'Name or id of the computer' },
    title: { type: 'text', short: 't', summary: 'A title' },
    ...settingOptions,
  },
  examples: [
    ['muster sessions create -c build-1 --title "Fix the build"', 'A session with the organization’s defaults'],
    ['muster sessions create -c build-1 --autonomy-level high --tag release', 'With settings'],
  ],
  async run(args, { out, client }) {
    const muster = await client()
    const computerId = await computerIdOf(muster, args.computer)
    const created = await muster.sessions.create({ computerId, title: args.title, sessionSettings: settingsOf(args) })
    out.created(created, created.sessionId)
    out.note(
      `Created a session on ${args.computer}. Post to it with \`muster messages post ${created.sessionId} TEXT\`.`,
    )
  },
})

const get = command({
  summary: 'Show a session',
  positionals: { session },
  options: { computer: askComputer },
  examples: [['muster sessions get 0198c2f4-7d1e-7a40-9c55-3f2b8e61d0aa', 'Show a session with its settings']],
  async run(args, { out, client }) {
    const muster = await client()
    const computerId = args.computer === undefined ? undefined : await computerIdOf(muster, args.computer)
    const sessionId = computerId === undefined ? await sessionIdOf(muster, args.session) : args.session
    showSession(out, await muster.sessions.get({ sessionId, computerId }))
  },
})

const update = command({
  summary: 'Change the title or settings of a session',
  notes: 'What is not given stays as it is.',
  positionals: { session },
  options: { title: { type: 'text', short: 't', summary: 'A new title; "" takes it away' }, ...settingOptions },
  examples: [
    ['muster sessions update SESSION --title "Release 2.1"', 'A new title'],
    ['muster sessions update SESSION --model MODEL --reasoning-effort high', 'Another model'],
  ],
  async run(args, { out, client }) {
    const sessionSettings = settingsOf(args)
    if (args.title === undefined && !sessionSettings) throw usage('There is nothing to change.')
    const muster = await client()
    const sessionId = await sessionIdOf(muster, args.session)
    const title = args.title === '' ? null : args.title
    showSession(out, await muster.sessions.update({ sessionId, title, sessionSettings }))
  },
})

const archive = command({
  summary: 'Archive a session',
  positionals: { session },
  examples: [['muster sessions archive SESSION', 'Put it away']],
  async run(args, { out, client }) {
    const muster = await client()
    const sessionId = await sessionIdOf(muster, args.session)
    const sessionSettings = { archivedAt: new Date().toISOString() }
    const archived = await muster.sessions.update({ sessionId, sessionSettings })
    if (out.json) return out.data(archived)
    out.note(`Archived session ${sessionId}.`)
  },
})

const unarchive = command({
  summary: 'Take a session out of the archive',
  positionals: { session },
  examples: [['muster sessions unarchive SESSION', 'Take it out again']],
  async run(args, { out, client }) {
    const muster = await client()
    const sessionId = await sessionIdOf(muster, args.session)
    const taken = await muster.sessions.update({ sessionId, sessionSettings: { archivedAt: null } })
    if (out.json) return out.data(taken)
    out.note(`Session ${sessionId} is out of the archive.`)
  },
})

const remove = command({
  summary: 'Delete a session and its messages',
  positionals: { session },
  options: { yes: { type: 'flag', short: 'y', summary: 'Do not ask' } },
  examples: [['muster sessions delete SESSION', 'Delete it, after a question']],
  async run(args, { out, client }) {
    const muster = await client()
    const sessionId = await sessionIdOf(muster, args.session)
    await confirm(`Delete session ${sessionId} and all its messages?`, args.yes)
    await muster.sessions.remove({ sessionId })
    out.note(`Deleted session ${sessionId}.`)
  },
})

export const sessions: Group = {
  summary: 'Work with sessions',
  commands: { list, create, chat, get, update, archive, unarchive, delete: remove },
}
