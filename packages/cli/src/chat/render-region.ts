import type { Message } from '@muster/contract/message'
import type { Permission } from '@muster/contract/permission'
import { questionDetail, unsaidCommand } from '@muster/contract/question-detail'
import type { Session } from '@muster/contract/session'
import { messageText } from '../message-text.ts'
import { oneLine, printable, truncate } from '../terminal/width.ts'
import type { Entry } from './conversation.ts'
import { type Draft, layOut } from './editor.ts'
import { type Look, renderEntry, renderPreview } from './render-entry.ts'
import type { Region } from './screen.ts'
import { fold, hang, type Line, span, widthOf } from './span.ts'

/** The state of the session. */
interface ShownSession {
  readonly session: Session
  readonly conversation: { readonly open: readonly Entry[] }
  /** Messages of people whose turn has not begun. */
  readonly waiting: readonly Message[]
  readonly question: Permission | undefined
  readonly preview: string
  readonly lostSinceMs: number | undefined
  readonly busySinceMs: number | undefined
  readonly awaySinceMs: number | undefined
  readonly isWatched: boolean
}

/** The state of this chat. */
interface ChatState {
  readonly computerName: string
  readonly draft: Draft
  readonly notice: string
  readonly nowMs: number
}

const spinnerFrames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const questionRows = 6
const waitingRows = 3

export function spinnerAt(ms: number): string {
  return spinnerFrames[Math.floor(ms / 100) % spinnerFrames.length] ?? ''
}

/** The part that is redrawn: unfinished messages, the question, the draft and the status. */
export function renderRegion(shown: ShownSession, state: ChatState, look: Look, height: number): Region {
  const { draft, notice } = state
  const { question, preview, conversation } = shown
  const rule: Line = [span('─'.repeat(look.width), 'dim')]
  const layout = layOut(draft, look.width - 2, Math.max(3, Math.floor(height / 3)))
  const drafted =
    draft.text === ''
      ? [[span('❯ ', 'cyan'), span(truncate(placeholder(question), look.width - 2), 'dim')]]
      : layout.rows.map((row, index) => [span(index === 0 ? '❯ ' : '  ', 'cyan'), span(row)])
  const below = [rule, ...drafted, rule, statusLine(shown, state, look)]
  const asked = question ? renderQuestion(question, look) : []
  const waiting = shown.waiting.slice(0, waitingRows).map((message) => renderWaiting(message, look))
  const told: Line[] = notice === '' ? [] : [[span(truncate(oneLine(notice), look.width), 'yellow')]]

  // One row stays free, so that the region never makes the terminal scroll.
  const room = Math.max(0, height - 1 - below.length - asked.length - waiting.length - told.length - 1)
  const unfinished = conversation.open.flatMap((entry) => renderEntry(entry, look))
  const written = preview === '' ? [] : renderPreview(preview, look, room)
  const above = [...unfinished, ...written].slice(-room || Number.POSITIVE_INFINITY)
  const rows = [...above, [], ...asked, ...waiting, ...told, ...below]
  return {
    rows,
    cursorRow: rows.length - 2 - drafted.length + layout.cursorRow,
    cursorColumn: 2 + layout.cursorColumn,
  }
}

function placeholder(question: Permission | undefined): string {
  if (!question) return 'Write a message. Enter sends it, /help tells the rest.'
  return 'Press the number of an answer.'
}

function renderWaiting(message: Message, { width }: Look): Line {
  const hint = ' (waits; /back takes it back)'
  const text = truncate(oneLine(messageText(message)), Math.max(10, width - 2 - hint.length))
  return [span('❯ ', 'dim'), span(`${text}${hint}`, 'dim')]
}

function renderQuestion({ toolCall, options }: Permission, look: Look): Line[] {
  const { command, isUnsaid, texts, changes } = questionDetail(toolCall)
  const { content, diff, newText } = toolCall.input
  const detail = [command, diff, content, newText].find((value) => typeof value === 'string' && value.trim() !== '')
  const files = detail === undefined ? changes.map((change) => `${change.path}\n${change.newText}`) : []
  const title = printable(toolCall.title).trim()
  const told = [detail, ...files, ...texts, ...(isUnsaid ? [unsaidCommand] : [])]
    .map((each) => printable(String(each ?? '')).trim())
    .filter((each) => each !== '' && each !== title)
  const rows = told.flatMap((each) => fold([span(each, 'dim')], look.width - 4))
  const shown = rows.slice(0, questionRows)
  if (rows.length > shown.length) shown.push([span(`… ${rows.length - shown.length} more lines`, 'dim')])
  const answers = options
    .slice(0, 9)
    .flatMap(({ name }, index) => [span(`${index + 1} `, 'bold'), span(`${oneLine(name)}   `)])
  return [
    ...hang(fold([span(title, 'bold')], look.width - 2), span('? ', 'yellow')),
    ...hang(shown, span('    ')),
    ...hang(fold(answers, look.width - 2), span('  ')),
  ]
}

/** The state on the left, session details on the right. If both do not fit, only the state is shown. */
function statusLine(shown: ShownSession, { computerName, nowMs }: ChatState, look: Look): Line {
  const { session } = shown
  const left = truncate(standing(shown, nowMs, look.spinner), look.width - 1)
  const usage = session.sessionSettings?.tokenUsage
  const tokens = usage ? usage.inputTokens + usage.outputTokens : 0
  const facts = [
    oneLine(computerName),
    session.agentModel && oneLine(session.agentModel),
    session.agentMode && oneLine(session.agentMode),
    session.sessionSettings?.autonomyLevel,
    tokens > 0 ? `${shortNumber(tokens)} tokens` : undefined,
  ].filter((fact) => fact !== undefined && fact !== '')
  const color = shown.lostSinceMs === undefined ? 'dim' : 'yellow'
  const start: Line = [span(' '), span(left, color)]
  const room = look.width - widthOf(start) - 2
  const right = room < 8 ? '' : truncate(facts.join(' · '), room)
  const gap = look.width - widthOf(start) - widthOf([span(right)])
  return [...start, span(' '.repeat(Math.max(0, gap))), span(right, 'dim')]
}

function standing(
  { session, lostSinceMs, busySinceMs, awaySinceMs, isWatched }: ShownSession,
  nowMs: number,
  spinner: string,
): string {
  if (lostSinceMs !== undefined) return `${spinner} reconnecting · last heard ${secondsSince(lostSinceMs, nowMs)} ago`
  if (!isWatched) return `${spinner} connecting`
  if (session.status === 'idle') return 'ready'
  if (awaySinceMs !== undefined) {
    return `${spinner} computer away · last seen ${secondsSince(awaySinceMs, nowMs)} ago · Ctrl-C interrupts`
  }
  const words = session.statusReason ? reasons[session.statusReason] : undefined
  const since = busySinceMs === undefined ? '' : ` · ${secondsSince(busySinceMs, nowMs)}`
  return `${spinner} ${words ?? (session.status === 'pending' ? 'waiting for the computer' : 'working')}${since} · Ctrl-C interrupts`
}

const reasons: Readonly<Record<NonNullable<Session['statusReason']>, string>> = {
  computer_offline: 'the computer is not connected',
  starting_agent: 'starting the agent',
  waiting_permission: 'the agent asks',
  interrupting: 'interrupting',
  stalled: 'the agent has been silent for a while',
}

function secondsSince(sinceMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function shortNumber(value: number): string {
  if (value < 1000) return String(value)
  return value < 1_000_000 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(1)}M`
}
