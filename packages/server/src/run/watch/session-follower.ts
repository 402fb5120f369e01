import type { Hints } from '../../ground/platform/hints.ts'
import type { ServerEvent } from '../../ground/platform/server-event.ts'
import type { Live, Part } from '../turns/live.ts'
import type { SessionKey } from '../turns/unfinished-texts.ts'
import type { SessionChanges } from './session-changes.ts'

export interface FollowOptions {
  readonly hints: Hints
  readonly live: Live
  readonly changes: SessionChanges
  readonly session: SessionKey
  /** The version after which the reader continues; `undefined` for changes from now on. */
  readonly after: number | undefined
}

export interface Reader {
  /** Resolves when the reader can take more. */
  send(events: readonly ServerEvent[]): Promise<void>
  /** Sends unfinished text without waiting. */
  sendPartial(event: ServerEvent): void
  /** `failed`: the database is unavailable. The reader reconnects and continues where it was. */
  end(reason: 'gone' | 'failed'): void
}

/**
 * Sends the events of a session to one reader. It subscribes before it reads, so that no change between the two is
 * missed. A change is always read from the database.
 */
export class SessionFollower {
  readonly #options: FollowOptions
  readonly #reader: Reader
  readonly #ends: (() => void)[]
  #known: number | undefined
  #hasBegun = false
  /** Every earlier message was sent, so unfinished text belongs to a later one. */
  #isCaughtUp = false
  #isReading = false
  #readAgain = false
  #isClosed = false

  constructor(options: FollowOptions, reader: Reader) {
    this.#options = options
    this.#reader = reader
    const { hints, live, session } = options
    this.#ends = [
      hints.subscribe((hint) => {
        const isNews =
          hint.kind === 'session' && hint.sessionId === session.sessionId && hint.version > (this.#known ?? 0)
        if (isNews || hint.kind === 'missed') void this.look()
      }),
      live.watch(session, (part) => {
        if (this.#isCaughtUp) this.#sendPart(part)
      }),
    ]
    void this.look()
  }

  close(): void {
    this.#isClosed = true
    for (const end of this.#ends) end()
  }

  /** Reads until there is nothing new. One read at a time keeps the events in order. */
  async look(): Promise<void> {
    this.#readAgain = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#readAgain && !this.#isClosed) {
        this.#readAgain = false
        await this.#sendChanges()
      }
    } catch {
      if (!this.#isClosed) this.#reader.end('failed')
    } finally {
      this.#isReading = false
    }
  }

  async #sendChanges(): Promise<void> {
    const { changes, live, session, after } = this.#options
    let page = await changes(session, this.#known ?? after)
    if (this.#isClosed) return
    if (!page) {
      this.#reader.end('gone')
      return
    }
    if (!this.#hasBegun) {
      this.#hasBegun = true
      // The first event shows the current state. A reader must not resume from it while older changes follow.
      const isCurrent = after === undefined || after >= page.version
      await this.#reader.send([{ event: 'session', ...(isCurrent && { id: page.version }), data: page.session }])
      this.#known = isCurrent ? page.version : after
    }
    while (page && !this.#isClosed && page.version > (this.#known ?? 0)) {
      await this.#reader.send(page.events)
      this.#known = page.upTo
      if (page.upTo === page.version) break
      page = await changes(session, page.upTo)
    }
    if (!this.#isCaughtUp && !this.#isClosed) {
      this.#isCaughtUp = true
      const unfinished = live.textOf(session)
      if (unfinished) this.#sendPart({ kind: 'preview', ...unfinished })
    }
  }

  #sendPart({ kind, turnId, n, text }: Part): void {
    this.#reader.sendPartial({ event: kind, data: { turnId, n, text } })
  }
}
