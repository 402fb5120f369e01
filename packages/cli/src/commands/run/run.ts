import type { Client } from '@muster/sdk'
import { fileOf, imageOf } from '../../attachments.ts'
import { command } from '../../command-line/command.ts'
import { exitCodes, Failure, usage } from '../../command-line/failure.ts'
import { sessionIdOf } from '../../find-session.ts'
import { readInput } from '../../read-input.ts'
import { settingOptions, settingsOf } from '../../session-settings.ts'
import { computerForSession } from '../../talk/computer-for-session.ts'
import { progressOf } from '../../talk/progress.ts'
import { type Ran, runPrompt } from '../../talk/run-prompt.ts'
import { printable } from '../../terminal/width.ts'

export const run = command({
  summary: 'Let an agent do one thing, and print its answer',
  notes:
    'Opens a session, posts the prompt, waits until the agent is done, and prints what it said last. Ends with 0 when the agent finished, 1 when it failed, 124 when the time was over, and 130 when the turn was interrupted. Ctrl-C interrupts it.',
  positionals: { prompt: { summary: 'What to do; - stands for the standard input', many: true } },
  options: {
    computer: { type: 'text', short: 'c', summary: 'Name or id of the computer (default: this one, or the only one)' },
    session: { type: 'text', short: 's', summary: 'Go on in this session instead of a new one' },
    questions: {
      type: 'text',
      choices: ['reject', 'allow', 'wait'],
      value: 'how',
      summary: 'What to answer when the agent asks: no (the default), yes, or leave it to other people',
    },
    timeout: { type: 'text', value: 'seconds', summary: 'Interrupt the agent after so many seconds' },
    image: { type: 'list', summary: 'A picture to send along; repeat it for more' },
    file: { type: 'list', summary: 'A PDF or text file to send along; repeat it for more' },
    ...settingOptions,
  },
  examples: [
    ['muster run "Why does the build fail?"', 'Ask the agent of this machine'],
    ['muster run -c build-1 --autonomy-level high "Mend the failing test"', 'Let it work on another computer'],
    ['git diff | muster run "Review this change:" -', 'With text from a pipe'],
    ['muster run "Say hello" --json | jq -r .answer', 'For programs: outcome, answer, session and messages'],
  ],
  async run(args, context) {
    const { out } = context
    const timeoutMs = args.timeout === undefined ? undefined : secondsOf(args.timeout) * 1000
    const settings = settingsOf(args)
    if (args.session !== undefined && (args.computer !== undefined || settings)) {
      throw usage('--session goes on with its own computer and settings.', 'Leave --computer and settings out.')
    }
    const [text, images, files] = await Promise.all([
      promptOf(args.prompt),
      Promise.all(args.image.map(imageOf)),
      Promise.all(args.file.map(fileOf)),
    ])
    if (text.trim() === '' && images.length + files.length === 0) throw usage('The prompt is empty.')
    const client = await context.client()
    const { url } = await context.connection()
    const sessionId =
      (args.session && (await sessionIdOf(client, args.session))) ??
      (
        await client.sessions.create({
          computerId: await computerForSession(client, args.computer, url),
          sessionSettings: settings,
        })
      ).sessionId

    const { signal, stopsBy } = interruptible(client, sessionId, timeoutMs, (line) => out.note(line))
    const ran = await runPrompt({
      client,
      sessionId,
      questions: args.questions ?? 'reject',
      signal,
      post: async () => {
        const attachments = { ...(images.length > 0 && { images }), ...(files.length > 0 && { files }) }
        return (await client.messages.post({ sessionId, text, ...attachments })).messageId
      },
      ...progressOf(out, args.questions ?? 'reject'),
    })
    if (out.json) out.data(ran)
    else if (ran.answer !== '') out.text(ran.answer)
    endWith(ran, stopsBy(), sessionId)
  },
})

/** Words without quotes form one prompt; piped text becomes a separate paragraph. */
async function promptOf(words: readonly string[]): Promise<string> {
  const at = words.indexOf('-')
  if (at === -1) return words.join(' ')
  const parts = [words.slice(0, at).join(' '), await readInput('-'), words.slice(at + 1).join(' ')]
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}

function secondsOf(text: string): number {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400) {
    throw usage('--timeout must be a whole number of seconds from 1 to 86400.')
  }
  return seconds
}

/** Ctrl-C and the time limit interrupt the agent; the command ends with the turn. A second Ctrl-C exits at once. */
function interruptible(client: Client, sessionId: string, timeoutMs: number | undefined, note: (line: string) => void) {
  const abort = new AbortController()
  let stoppedBy: 'user' | 'time' | undefined
  const stop = (by: 'user' | 'time', words: string) => {
    if (stoppedBy) return abort.abort(new Failure('', exitCodes.interrupted))
    stoppedBy = by
    note(words)
    client.sessions.interrupt({ sessionId }).catch((error: unknown) => abort.abort(error))
  }
  process.removeAllListeners('SIGINT')
  process.on('SIGINT', () => stop('user', 'Interrupting. Ctrl-C again does not wait.'))
  process.on('SIGTERM', () => stop('user', 'Interrupting.'))
  if (timeoutMs !== undefined) {
    setTimeout(() => stop('time', `The time of ${timeoutMs / 1000} s is over. Interrupting.`), timeoutMs).unref()
  }
  return { signal: abort.signal, stopsBy: () => stoppedBy }
}

function endWith({ outcome, reason }: Ran, stoppedBy: 'user' | 'time' | undefined, sessionId: string): void {
  if (outcome === 'completed') return
  const hint = `Go on with \`muster sessions chat ${sessionId}\`.`
  if (stoppedBy === 'time') throw new Failure('The agent did not finish in time.', exitCodes.timedOut, hint)
  if (outcome === 'refused') {
    throw new Failure('Everything that the agent wanted to do was refused.', exitCodes.allRefused, hint)
  }
  const words = printable(reason ?? '')
  if (outcome === 'interrupted') throw new Failure(words, exitCodes.interrupted, hint)
  throw new Failure(words, exitCodes.refused, hint)
}
