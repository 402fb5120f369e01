import { Readable } from 'node:stream'
import type { Hints } from '../platform/hints.ts'
import type { Live, Partial } from '../turns/live.ts'
import { ping, toText } from './server-event.ts'
import type { SessionChanges } from './session-changes.ts'

export interface StreamOptions {
  readonly hints: Hints
  readonly live: Live
  readonly changes: SessionChanges
  readonly session: { readonly organizationId: string; readonly sessionId: string }
  /** The version after which the reader goes on; `undefined` for what changes from now on. */
  readonly after: number | undefined
  /** Whether the reader may still see the session. */
  readonly isAllowed: () => Promise<boolean>
}

/** Hints can be lost, so that every reader also looks by itself. */
const lookEveryMs = 10_000
const pingEveryMs = 15_000

/** A reader who is so far behind is let go, and goes on where it was when it comes back. */
const maxBufferedBytes = 2 ** 20

/**
 * What happens in a session, as text for the wire. It subscribes before it reads, so that nothing falls between the two;
 * a change is read from the database, however it was noticed.
 */
export class SessionStream extends Readable {
  readonly #options: StreamOptions
  readonly #ends: (() => void)[]
  #known: number | undefined
  #hasBegun = false
  /** Unfinished text that came before the session itself was sent. */
  #early = ''
  #isReading = false
  #readAgain = false
  #drained: (() => void) | undefined

  constructor(options: StreamOptions) {
    super({ highWaterMark: 64 * 1024, encoding: 'utf8' })
    this.#options = options
    const { hints, live, session } = options
    const look = setInterval(() => void this.#lookIfAllowed(), lookEveryMs)
    const pings = setInterval(() => this.push(ping), pingEveryMs)
    this.#ends = [
      hints.subscribe((hint) => {
        const isNews =
          hint.kind === 'session' && hint.sessionId === session.sessionId && hint.version > (this.#known ?? 0)
        if (isNews) void this.#look()
      }),
      live.watch(session.sessionId, (partial) => this.#pushPartial(partial)),
      () => clearInterval(look),
      () => clearInterval(pings),
    ]
    void this.#look()
  }

  override _read(): void {
    this.#drained?.()
    this.#drained = undefined
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    for (const end of this.#ends) end()
    this.#drained?.()
    callback(error)
  }

  async #lookIfAllowed(): Promise<void> {
    const isAllowed = await this.#options.isAllowed().catch(() => true)
    if (isAllowed) await this.#look()
    else this.push(null)
  }

  /** Reads until nothing is new. One reading at a time, so that events keep their order. */
  async #look(): Promise<void> {
    this.#readAgain = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#readAgain && !this.destroyed) {
        this.#readAgain = false
        await this.#pushChanges()
      }
    } catch {
      // The database is away for a moment. The reader comes back and goes on where it was.
      this.destroy()
    } finally {
      this.#isReading = false
    }
  }

  async #pushChanges(): Promise<void> {
    const { changes, session, after } = this.#options
    let page = await changes(session, this.#known ?? after)
    if (!page) {
      // The session was deleted.
      this.push(null)
      return
    }
    if (!this.#hasBegun) {
      this.#hasBegun = true
      // What comes first shows the state, and is nothing to go on from while older changes follow it.
      const isCurrent = after === undefined || after >= page.version
      await this.#send(toText({ event: 'session', ...(isCurrent && { id: page.version }), data: page.session }))
      this.#known = isCurrent ? page.version : after
      await this.#send(this.#early)
    }
    while (page && !this.destroyed && page.version > (this.#known ?? 0)) {
      await this.#send(page.events.map(toText).join(''))
      this.#known = page.upTo
      if (page.upTo === page.version) return
      page = await changes(session, page.upTo)
    }
  }

  /** Waits until the reader has taken what it was given before. */
  async #send(text: string): Promise<void> {
    if (this.destroyed || text === '' || this.push(text)) return
    await new Promise<void>((resolve) => {
      this.#drained = resolve
    })
  }

  #pushPartial({ kind, turnId, n, text }: Partial): void {
    const event = toText({ event: kind, data: { turnId, n, text } })
    if (!this.#hasBegun) this.#early += event
    else if (this.readableLength > maxBufferedBytes) this.destroy()
    else if (!this.destroyed) this.push(event)
  }
}
