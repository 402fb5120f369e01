import type { LiveText } from '@muster/contract/live-text'
import type { Message } from '@muster/contract/message'
import type { Permission } from '@muster/contract/permission'
import type { Session } from '@muster/contract/session'
import { afterPart } from '@muster/contract/unfinished-text'
import { waitingMessages } from '@muster/contract/waiting-messages'
import type { Client } from '@muster/sdk'
import { Conversation } from './conversation.ts'
import { gaveUp } from './gave-up.ts'

interface ViewOptions {
  readonly client: Client
  readonly session: Session
  /** The newest earlier messages, in chronological order. */
  readonly earlier: () => Promise<readonly Message[]>
  readonly onEarlier: (messages: readonly Message[]) => void
  readonly onMessage: (message: Message) => void
  readonly onChange: () => void
}

/** The state of a session, updated by its events. */
export class SessionView {
  readonly #options: ViewOptions
  readonly #questions = new Map<string, Permission>()
  #live: LiveText | undefined
  /** Messages of people that arrived while the agent worked, until their own turn begins. */
  #waiting: Message[] = []
  #lastRole: Message['role'] | undefined
  readonly conversation = new Conversation()
  session: Session
  /** When the connection to the service was lost. */
  lostSinceMs: number | undefined
  busySinceMs: number | undefined
  /** When the computer disconnected, while the session waits for it. */
  awaySinceMs: number | undefined
  /** Whether the event stream of the session has begun. */
  isWatched = false

  constructor(options: ViewOptions) {
    this.#options = options
    this.session = options.session
  }

  /** The agent's question, if it waits for an answer. */
  get question(): Permission | undefined {
    return this.#questions.values().next().value
  }

  get preview(): string {
    return this.#live?.text ?? ''
  }

  get waiting(): readonly Message[] {
    return this.#waiting
  }

  get isBusy(): boolean {
    return this.session.status !== 'idle'
  }

  /** The question was answered here; the service will confirm it. */
  answered({ id }: Permission): void {
    this.#questions.delete(id)
  }

  takenBack(messageId: string): void {
    this.#waiting = this.#waiting.filter(({ id }) => id !== messageId)
  }

  async watch(signal: AbortSignal): Promise<void> {
    const { client, onChange } = this.#options
    const { sessionId } = this.session
    const onLost = () => {
      this.lostSinceMs ??= Date.now()
      onChange()
    }
    const onOpen = () => {
      this.lostSinceMs = undefined
      onChange()
    }
    for await (const { event, data } of client.sessions.events({ sessionId }, { signal, onLost, onOpen })) {
      if (event === 'session') this.#standAt(data)
      // Existing messages are read after the event stream has begun, so that none in between is missed.
      if (!this.isWatched) await this.#begin()
      this.isWatched = true
      if (event === 'message') this.#hear(data)
      else if (event === 'permission') this.#ask(data)
      else if (event === 'preview' || event === 'delta') this.#read(event, data)
      onChange()
    }
  }

  async #begin(): Promise<void> {
    const { client, earlier, onEarlier } = this.#options
    const [messages, { permissions }] = await Promise.all([
      earlier(),
      client.sessions.listPermissions({ sessionId: this.session.sessionId }),
    ])
    onEarlier(messages)
    const waiting = new Set(this.isBusy ? waitingMessages(messages) : [])
    for (const message of messages) if (!waiting.has(message)) this.#show(message)
    this.#waiting.push(...waiting)
    for (const permission of permissions.toReversed()) this.#ask(permission)
  }

  #standAt(session: Session): void {
    if (session.status === 'idle') {
      this.busySinceMs = undefined
      this.#live = undefined
    } else if (!this.isBusy || this.busySinceMs === undefined) this.busySinceMs = Date.now()
    const isAway = session.statusReason === 'computer_offline'
    if (!isAway) this.awaySinceMs = undefined
    else if (this.awaySinceMs === undefined) void this.#lookForComputer(session)
    this.session = session
    this.conversation.rest(!this.isBusy)
    // Messages without a turn when the agent is idle were given up; a system message of the service says why.
    if (this.isBusy) return
    for (const message of this.#waiting.splice(0)) {
      this.#show(message)
      if (this.#lastRole === 'system') this.#show(gaveUp(message))
    }
  }

  /** Finds out when the computer disconnected; unknown if it never connected. */
  async #lookForComputer({ computerId }: Session): Promise<void> {
    const { client, onChange } = this.#options
    if (computerId === undefined) return
    const computer = await client.computers.get({ computerId }).catch(() => undefined)
    if (this.session.statusReason !== 'computer_offline') return
    this.awaySinceMs = computer?.lastSeenAt
    onChange()
  }

  #hear(message: Message): void {
    this.#lastRole = message.role
    if (message.role === 'user' && this.isBusy && !this.conversation.has(message.id)) {
      this.takenBack(message.id)
      this.#waiting.push(message)
      return
    }
    if (message.role !== 'user') this.#begun(message.parentId)
    this.#show(message)
  }

  #show(message: Message): void {
    if (message.visibility === 'llm_only' || message.isUserVisible === false) return
    this.conversation.apply(message)
    const hasText = message.content.some(({ type }) => type === 'text')
    if (message.role !== 'user' && hasText) this.#live = undefined
    this.#options.onMessage(message)
  }

  #read(event: 'preview' | 'delta', part: LiveText): void {
    this.#begun(part.turnId)
    this.#live = afterPart(this.#live, event, part)
  }

  /** The turn of a waiting message has begun; earlier ones are done. */
  #begun(turnId: string | undefined): void {
    const place = this.#waiting.findIndex(({ id }) => id === turnId)
    for (const message of this.#waiting.splice(0, place + 1)) this.#show(message)
  }

  #ask(permission: Permission): void {
    if (permission.status === 'pending') this.#questions.set(permission.id, permission)
    else this.#questions.delete(permission.id)
  }
}
