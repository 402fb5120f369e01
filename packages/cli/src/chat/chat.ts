import type { Permission } from '@muster/contract/permission'
import type { Session } from '@muster/contract/session'
import type { Client } from '@muster/sdk'
import { describeError } from '../command-line/describe-error.ts'
import { messageText } from '../message-text.ts'
import { printable } from '../terminal/width.ts'
import { type ChatActions, createActions } from './chat-actions.ts'
import { parseCommand, type Said } from './chat-commands.ts'
import { takeTerminal } from './chat-terminal.ts'
import { DraftKeys } from './draft-keys.ts'
import { draftOf, emptyDraft } from './editor.ts'
import type { Key } from './keys.ts'
import { obey } from './obey.ts'
import { renderEntry } from './render-entry.ts'
import { renderRegion, spinnerAt } from './render-region.ts'
import type { Screen } from './screen.ts'
import { SessionView } from './session-view.ts'
import { fold, hang, type Line, span } from './span.ts'

export interface ChatOptions {
  readonly client: Client
  readonly session: Session
  readonly computerName: string
  /** The number of earlier messages to show. */
  readonly history: number
  readonly screen: Screen
}

const drawEveryMs = 33
const turnEveryMs = 100
/** A second Ctrl-C within this time leaves the chat. */
const twiceMs = 3_000

/** A conversation with an agent in a terminal. */
export class Chat {
  readonly #options: ChatOptions
  readonly #actions: ChatActions
  readonly #view: SessionView
  readonly #terminal
  readonly #abort = new AbortController()
  readonly #keys = new DraftKeys()
  /** Rows that wait to be printed above the region. */
  readonly #settled: Line[] = []
  #firstShown: string | undefined
  #details = false
  /** A short notice, shown until the next key. */
  #notice = ''
  /** A notice that is shown only while the agent works. */
  #busyNotice = ''
  #lastCtrlCMs = Number.NEGATIVE_INFINITY
  #drawing: NodeJS.Timeout | undefined

  constructor(options: ChatOptions) {
    const { client, session, history } = options
    this.#options = options
    this.#actions = createActions(client, session.sessionId)
    this.#view = new SessionView({
      client,
      session,
      earlier: () => this.#actions.newest(history),
      onEarlier: (messages) => {
        this.#firstShown = messages[0]?.id
        const left = this.#view.session.messageCount - messages.length
        const count = left === 1 ? '1 earlier message' : `${left} earlier messages`
        if (left > 0) this.#settled.push([span(`… ${count}: see /history`, 'dim')])
      },
      onMessage: (message) => {
        if (message.role === 'user') this.#keys.remember(printable(messageText(message)))
      },
      onChange: () => this.#redraw(),
    })
    this.#terminal = takeTerminal(
      (key) => this.#press(key),
      () => this.#draw(),
      () => this.#draw(),
    )
  }

  /** Resolves when the person leaves, with the number of waiting messages. */
  async run(): Promise<number> {
    const turning = setInterval(() => {
      if (this.#view.isBusy || this.#view.lostSinceMs !== undefined) this.#redraw()
    }, turnEveryMs)
    try {
      this.#draw()
      await this.#view.watch(this.#abort.signal)
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error
    } finally {
      clearInterval(turning)
      this.#draw()
      this.#options.screen.clear()
      this.#terminal.end()
    }
    return this.#actions.isStopped ? 0 : this.#view.waiting.length
  }

  #press(key: Key): void {
    this.#notice = ''
    this.#busyNotice = ''
    // Only two in succession leave the chat.
    if (!('name' in key) || key.name !== 'ctrl-c') this.#lastCtrlCMs = Number.NEGATIVE_INFINITY
    const isDone = 'name' in key ? this.#pressNamed(key.name) : !key.isPasted && this.#answer(key.text)
    if (!isDone) this.#keys.press(key)
    this.#redraw()
  }

  #pressNamed(name: string): boolean {
    if (name === 'ctrl-c') this.#stopOrLeave()
    else if (name === 'ctrl-d' && this.#keys.draft.text === '') this.#abort.abort()
    else if (name === 'ctrl-o') this.#obey({ command: 'details', rest: '' })
    else if (name === 'ctrl-l') this.#options.screen.wipe()
    else if (name === 'ctrl-z') {
      this.#options.screen.clear()
      this.#terminal.suspend()
    } else if (name === 'return') this.#send()
    else return false
    return true
  }

  /** Returns whether the text answers the agent's question. */
  #answer(text: string): boolean {
    const { question } = this.#view
    if (!question || this.#keys.draft.text !== '') return false
    const answer = answerOf(question, text)
    if (!answer) return false
    this.#view.answered(question)
    const decided = this.#actions.decide(question, answer)
    this.#do(decided.then((isOurs) => (isOurs ? '' : 'The question was answered already.')))
    return true
  }

  #stopOrLeave(): void {
    const isTwice = performance.now() - this.#lastCtrlCMs < twiceMs
    this.#lastCtrlCMs = performance.now()
    if (isTwice) this.#abort.abort()
    else if (this.#view.isBusy) {
      const given = this.#view.waiting.length > 0 ? ' What waits is given up.' : ''
      this.#busyNotice = `Interrupting.${given} Ctrl-C again leaves.`
      this.#do(this.#actions.interrupt().then(() => ''))
    } else {
      this.#keys.draft = emptyDraft
      this.#notice = 'Ctrl-C again leaves.'
    }
  }

  #send(): void {
    const { text } = this.#keys.draft
    if (text.trim() === '') return
    const said = parseCommand(text)
    this.#keys.take()
    if (said) this.#obey(said)
    else this.#do(this.#actions.send(text).then(() => '', this.#keep(text)))
  }

  /** Restores a text that could not be sent. */
  #keep(text: string) {
    return (error: unknown): never => {
      if (this.#keys.draft.text === '') this.#keys.draft = draftOf(text)
      throw error
    }
  }

  #obey(said: Said): void {
    const obeyed = obey(said, {
      actions: this.#actions,
      look: () => this.#look(),
      firstShown: () => this.#firstShown,
      say: (rows) => this.#settled.push(...rows),
      turnDetails: () => {
        this.#details = !this.#details
        return this.#details
      },
      lastWaiting: () => this.#view.waiting.at(-1)?.id,
      onTakenBack: (messageId) => this.#view.takenBack(messageId),
      leave: () => this.#abort.abort(),
    })
    this.#do(obeyed)
  }

  /** Runs work in the background and shows its result. */
  #do(work: Promise<string>): void {
    work
      .then((words) => {
        this.#notice = words
      })
      .catch((error: unknown) => {
        const { message, hint } = describeError(error)
        const words = printable([message, hint].filter(Boolean).join(' '))
        const rows = hang(fold([span(words, 'red')], this.#options.screen.width - 2), span('✗ ', 'red'))
        this.#settled.push([], ...rows)
      })
      .finally(() => this.#redraw())
  }

  #look() {
    return { width: this.#options.screen.width, details: this.#details, spinner: spinnerAt(performance.now()) }
  }

  /** Schedules drawing: changes in quick succession are drawn once. */
  #redraw(): void {
    if (!this.#abort.signal.aborted) this.#drawing ??= setTimeout(() => this.#draw(), drawEveryMs)
  }

  #draw(): void {
    clearTimeout(this.#drawing)
    this.#drawing = undefined
    const { screen, computerName } = this.#options
    const { conversation } = this.#view
    const look = this.#look()
    const settled = [...this.#settled.splice(0)]
    for (const entry of conversation.takeSettled()) settled.push(...renderEntry(entry, look))
    const notice = this.#notice || (this.#view.isBusy ? this.#busyNotice : '')
    const state = { computerName, draft: this.#keys.draft, notice, nowMs: Date.now() }
    screen.draw(settled, renderRegion(this.#view, state, look, screen.height))
  }
}

/** The number of an option, or a plain yes or no. */
function answerOf({ options }: Permission, text: string) {
  const option = /^[1-9]$/.test(text) ? options[Number(text) - 1] : undefined
  if (option) return { optionId: option.id }
  if (text === 'y') return { decision: 'allow' } as const
  return text === 'n' ? ({ decision: 'reject' } as const) : undefined
}
