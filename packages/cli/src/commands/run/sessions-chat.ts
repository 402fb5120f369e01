import type { Session } from '@muster/contract/session'
import type { Client } from '@muster/sdk'
import { command } from '../../command-line/command.ts'
import { exitCodes, Failure, usage } from '../../command-line/failure.ts'
import { sessionIdOf } from '../../find-session.ts'
import { settingOptions, settingsOf } from '../../session-settings.ts'
import { computerForSession } from '../../talk/computer-for-session.ts'
import { oneLine } from '../../terminal/width.ts'

export const chat = command({
  summary: 'Talk with the agent of a session: write, watch, answer, interrupt',
  notes:
    'Without a session, a new one is opened. Enter sends, Alt-Enter begins a new line, Ctrl-C interrupts the agent, and twice leaves; /help tells the rest. The agent goes on when you leave.',
  positionals: { session: { summary: 'Id or title of the session, or how it begins', optional: true } },
  options: {
    last: { type: 'flag', summary: 'Go on in the newest session' },
    computer: { type: 'text', short: 'c', summary: 'Computer of a new session (default: this one, or the only one)' },
    history: { type: 'text', value: 'n', summary: 'How many messages of before to show (default: 20)' },
    ...settingOptions,
  },
  examples: [
    ['muster sessions chat', 'A new session on this machine'],
    ['muster sessions chat SESSION', 'Go on in a session, on whatever computer it is'],
    ['muster sessions chat -c build-1 --autonomy-level medium', 'A new session elsewhere'],
  ],
  async run(args, context) {
    const { out } = context
    if (!process.stdin.isTTY || !process.stdout.isTTY || out.json) {
      throw usage('A chat needs a terminal.', 'For scripts there is `muster run PROMPT`.')
    }
    const history = Number(args.history ?? '20')
    if (!Number.isInteger(history) || history < 1 || history > 10_000) {
      throw usage('--history must be a number from 1 to 10000.')
    }
    const settings = settingsOf(args)
    const isNew = args.session === undefined && !args.last
    if (!isNew && (args.computer !== undefined || settings)) {
      throw usage('--computer and settings are for a new session.', 'Change those of a session with /level and /model.')
    }
    const client = await context.client()
    const { url } = await context.connection()
    const session = isNew
      ? await client.sessions.create({
          computerId: await computerForSession(client, args.computer, url),
          sessionSettings: settings,
        })
      : await getSession(client, args.session)
    const computerName = await nameOfComputer(client, session)
    const title = oneLine(session.title ?? (isNew ? 'New session' : 'Session'))
    out.text(`${out.paint(title, 'bold')}${computerName === '' ? '' : out.paint(` · ${computerName}`, 'dim')}`)

    const [{ Chat }, { Screen }] = await Promise.all([import('../../chat/chat.ts'), import('../../chat/screen.ts')])
    const screen = new Screen(process.stdout, out.paint)
    const waiting = await new Chat({ client, session, computerName, history, screen }).run()
    if (waiting > 0) {
      const still = waiting === 1 ? '1 message still waits' : `${waiting} messages still wait`
      out.note(`${still} for the agent. In the chat, /back takes the last one back.`)
    }
    out.note(`Come back with \`muster sessions chat ${session.sessionId}\`.`)
  },
})

async function getSession(client: Client, sessionId: string | undefined): Promise<Session> {
  if (sessionId !== undefined) return client.sessions.get({ sessionId: await sessionIdOf(client, sessionId) })
  const { sessions } = await client.sessions.list({ limit: 1 })
  if (sessions[0]) return sessions[0]
  throw new Failure('There is no session yet.', exitCodes.notFound, 'Leave --last out to begin one.')
}

async function nameOfComputer(client: Client, { computerId }: Session): Promise<string> {
  if (computerId === undefined) return ''
  // A person who may see the session may not be allowed to see its computer.
  const computer = await client.computers.get({ computerId }).catch(() => undefined)
  return oneLine(computer?.name ?? '')
}
