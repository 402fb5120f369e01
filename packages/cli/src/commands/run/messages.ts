import type { Message } from '@muster/contract/message'
import { fileOf, imageOf } from '../../attachments.ts'
import { command, type Group } from '../../command-line/command.ts'
import { usage } from '../../command-line/failure.ts'
import { fetchRows, listOptions, tellMore } from '../../command-line/listing.ts'
import { computerIdOf } from '../../find-computer.ts'
import { sessionIdOf } from '../../find-session.ts'
import { messageText } from '../../message-text.ts'
import { readInput } from '../../read-input.ts'
import { type Color, timeOf } from '../../terminal/cell.ts'
import type { Output } from '../../terminal/output.ts'
import type { Column } from '../../terminal/table.ts'
import { relativeTime } from '../../terminal/time.ts'

const roleColors: Readonly<Record<string, Color>> = { user: 'cyan', assistant: 'green', system: 'yellow' }

const columns: readonly Column<Message>[] = [
  { header: 'ID', value: (message) => message.id, whole: true, dropOrder: 2 },
  { header: 'ROLE', value: ({ role }) => role, color: ({ role }) => roleColors[role], whole: true },
  { header: 'CREATED', value: (message) => timeOf(message.createdAt), dropOrder: 1 },
  { header: 'TEXT', value: messageText, color: ({ isError }) => (isError ? 'red' : undefined) },
]

const session = { summary: 'Id or title of the session, or how it begins' } as const
const askComputer = { type: 'text', summary: 'Ask this computer itself (name or id), not the service' } as const

const list = command({
  summary: 'List the messages of a session, newest first',
  positionals: { session },
  options: {
    ...listOptions,
    role: { type: 'text', choices: ['user', 'assistant', 'tool'], summary: 'Only messages of this role' },
    order: { type: 'text', choices: ['asc', 'desc'], summary: 'Oldest (asc) or newest (desc) first' },
    full: { type: 'flag', summary: 'Print each message in full instead of a table' },
    computer: askComputer,
  },
  examples: [
    ['muster messages list SESSION', 'The newest 20 messages'],
    ['muster messages list SESSION --order asc --all --full', 'Read the whole conversation'],
  ],
  async run({ session, role, order, full, computer, ...page }, { out, client }) {
    const muster = await client()
    const computerId = computer === undefined ? undefined : await computerIdOf(muster, computer)
    const sessionId = computerId === undefined ? await sessionIdOf(muster, session) : session
    const { rows, following } = await fetchRows(page, (input) =>
      muster.messages.list.items({ ...input, sessionId, role, order, computerId }),
    )
    if (full && !out.json) for (const message of rows) showMessage(out, message)
    else out.table(rows, columns, 'There are no messages.')
    tellMore(out, rows.length, following !== undefined)
  },
})

const get = command({
  summary: 'Show a message in full',
  positionals: { session, message: { summary: 'Id of the message' } },
  options: { computer: askComputer },
  examples: [['muster messages get SESSION MESSAGE', 'Read one message']],
  async run(args, { out, client }) {
    const muster = await client()
    const computerId = args.computer === undefined ? undefined : await computerIdOf(muster, args.computer)
    const sessionId = computerId === undefined ? await sessionIdOf(muster, args.session) : args.session
    const message = await muster.messages.get({ sessionId, messageId: args.message, computerId })
    if (out.json) return out.data(message)
    showMessage(out, message)
  },
})

const post = command({
  summary: 'Post a message to the agent of a session',
  notes: 'Prints the id of the message. A busy session works through its messages in order.',
  positionals: { session, text: { summary: 'The text; - reads it from the standard input' } },
  options: {
    image: { type: 'list', summary: 'A picture to send along (jpeg, png, gif, webp); repeat it for more' },
    file: { type: 'list', summary: 'A PDF or text file to send along; repeat it for more' },
    computer: { type: 'text', short: 'c', summary: 'Move the session to this computer first (name or id)' },
  },
  examples: [
    ['muster messages post SESSION "Why does the build fail?"', 'Ask something'],
    ['git diff | muster messages post SESSION -', 'Take the text from a pipe'],
    ['muster messages post SESSION "What is this?" --image screen.png --file app.log', 'With attachments'],
    ['muster messages post SESSION -- "--help does not work"', 'A text that begins with a dash'],
  ],
  async run(args, { out, client }) {
    const [images, files] = await Promise.all([
      Promise.all(args.image.map(imageOf)),
      Promise.all(args.file.map(fileOf)),
    ])
    const text = args.text === '-' ? await readInput('-') : args.text
    if (text.trim() === '' && images.length + files.length === 0) throw usage('The message is empty.')
    const muster = await client()
    const posted = await muster.messages.post({
      sessionId: await sessionIdOf(muster, args.session),
      text,
      images: images.length > 0 ? images : undefined,
      files: files.length > 0 ? files : undefined,
      computerId: args.computer === undefined ? undefined : await computerIdOf(muster, args.computer),
    })
    out.created(posted, posted.messageId)
    out.note(`Posted. The session is ${posted.status}.`)
  },
})

export const messages: Group = { summary: 'Read and post messages of a session', commands: { list, get, post } }

function showMessage(out: Output, message: Message): void {
  const time = new Date(message.createdAt)
  const when = out.isPerson ? relativeTime(time, Date.now()) : time.toISOString()
  const role = out.paint(message.role, roleColors[message.role] ?? 'dim')
  out.text(`${role}  ${out.paint(`${when}  ${message.id}`, 'dim')}`)
  out.text(`${messageText(message).trimEnd()}\n\n`)
}
