import type { LiveText } from '@muster/contract/live-text'
import type { Message } from '@muster/contract/message'
import type { Permission } from '@muster/contract/permission'
import type { Session } from '@muster/contract/session'
import { afterPart } from '@muster/contract/unfinished-text'
import type { api } from '../../../app/api.ts'

const pageSize = 50
/** The interval of redrawing while an agent writes. */
const drawMs = 40

export interface Snapshot {
  readonly session: Session | undefined
  /** In the order in which they were stored. */
  readonly messages: readonly Message[]
  readonly questions: readonly Permission[]
  readonly preview: string
  /** The message that the agent works on, if known. */
  readonly begunId: string | undefined
  readonly hasEarlier: boolean
  readonly isLoaded: boolean
  /** Whether the connection to the service is lost. */
  readonly isLost: boolean
  readonly error: unknown
}

const nothing: Snapshot = {
  session: undefined,
  messages: [],
  questions: [],
  preview: '',
  begunId: undefined,
  hasEarlier: false,
  isLoaded: false,
  isLost: false,
  error: undefined,
}

/** The current state of a session: the newest messages, older ones on demand, and live changes. */
export class Conversation {
  readonly #api: typeof api
  readonly #sessionId: string
  readonly #listeners = new Set<() => void>()
  #now: Snapshot = nothing
  #places = new Map<string, number>()
  #live: LiveText | undefined
  #cursor: string | null = null
  #lastEventId: string | undefined
  #loading: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #shown: Snapshot = nothing

  constructor(service: typeof api, sessionId: string) {
    this.#api = service
    this.#sessionId = sessionId
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = () => this.#shown

  /** Follows the session from the last received event on, until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    const sessionId = this.#sessionId
    const options = {
      signal,
      lastEventId: this.#lastEventId,
      onLost: () => this.#change({ isLost: true }),
      onOpen: () => this.#change({ isLost: false }),
    }
    try {
      for await (const { event, data, id } of this.#api.sessions.events({ sessionId }, options)) {
        if (id !== undefined) this.#lastEventId = id
        if (event === 'session') this.#standAt(data)
        else if (event === 'message') this.#hear(data)
        else if (event === 'permission') this.#ask(data)
        else this.#read(event, data)
        // Existing messages are read after the event stream has begun, so that none in between is missed.
        if (!this.#now.isLoaded) await this.#begin()
      }
    } catch (error) {
      if (!signal.aborted) this.#change({ error })
    }
  }

  async loadEarlier(): Promise<void> {
    if (!this.#now.hasEarlier) return
    this.#loading ??= this.#readPage().finally(() => {
      this.#loading = undefined
    })
    await this.#loading
  }

  /**
   * Shows the service's answer to a change made here; an event with the same state follows. If an event arrived before
   * the answer, the answer may be outdated and is ignored.
   */
  async change(work: () => Promise<Session>): Promise<void> {
    const before = this.#now.session
    const session = await work()
    if (this.#now.session === before) this.#standAt(session)
  }

  answered(permission: Permission): void {
    this.#ask(permission)
  }

  takenBack(messageId: string): void {
    const messages = this.#now.messages.filter(({ id }) => id !== messageId)
    this.#setMessages(messages)
  }

  async #begin(): Promise<void> {
    const { permissions } = await this.#api.sessions.listPermissions({ sessionId: this.#sessionId })
    for (const permission of permissions.toReversed()) this.#ask(permission)
    await this.#readPage()
    this.#change({ isLoaded: true })
  }

  async #readPage(): Promise<void> {
    const cursor = this.#cursor ?? undefined
    const { messages, pagination } = await this.#api.messages.list({
      sessionId: this.#sessionId,
      limit: pageSize,
      cursor,
    })
    this.#cursor = pagination.nextCursor
    const earlier = messages.filter(({ id }) => !this.#places.has(id)).toReversed()
    this.#setMessages([...earlier, ...this.#now.messages])
    this.#change({ hasEarlier: pagination.hasMore })
  }

  #standAt(session: Session): void {
    const isIdle = session.status === 'idle'
    if (isIdle) this.#live = undefined
    this.#change({ session, ...(isIdle && { preview: '', begunId: undefined, questions: [] }) })
  }

  #hear(message: Message): void {
    const place = this.#places.get(message.id)
    if (place === undefined) {
      this.#places.set(message.id, this.#now.messages.length)
      this.#change({ messages: [...this.#now.messages, message] })
    } else this.#change({ messages: this.#now.messages.with(place, message) })
    if (message.role === 'user') return
    this.#live = undefined
    this.#change({ preview: '', ...(message.parentId !== undefined && { begunId: message.parentId }) })
  }

  #ask(permission: Permission): void {
    const others = this.#now.questions.filter(({ id }) => id !== permission.id)
    this.#change({ questions: permission.status === 'pending' ? [...others, permission] : others })
  }

  /** After a missing part, the text waits for the next complete one. */
  #read(event: 'preview' | 'delta', part: LiveText): void {
    this.#live = afterPart(this.#live, event, part)
    this.#change({ preview: this.#live?.text ?? '', begunId: part.turnId })
  }

  #setMessages(messages: readonly Message[]): void {
    this.#places = new Map(messages.map(({ id }, index) => [id, index]))
    this.#change({ messages })
  }

  #change(changes: Partial<Snapshot>): void {
    this.#now = { ...this.#now, ...changes }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#shown = this.#now
      for (const listener of this.#listeners) listener()
    }, drawMs)
  }
}
