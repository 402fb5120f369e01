import { Readable } from 'node:stream'
import { ping, type ServerEvent, toText } from './server-event.ts'

const pingEveryMs = 15_000

/** How often changes are read without a hint. */
const lookEveryMs = 5_000

/** A reader that is this far behind is disconnected; it continues where it was when it reconnects. */
const maxBufferedBytes = 2 ** 20

interface StreamOptions {
  /** Called regularly, because hints can be lost. */
  readonly look: () => void
  readonly onClose: () => void
}

/** Server-sent events as text for the wire. */
export class EventTextStream extends Readable {
  readonly #options: StreamOptions
  readonly #timers: readonly NodeJS.Timeout[]
  #drained: (() => void) | undefined
  #isOver = false

  constructor(options: StreamOptions) {
    super({ highWaterMark: 64 * 1024, encoding: 'utf8' })
    this.#options = options
    this.#timers = [setInterval(options.look, lookEveryMs), setInterval(() => this.#give(ping), pingEveryMs)]
  }

  /** Ends the stream. */
  finish(): void {
    if (!this.#isOver) this.push(null)
    this.#isOver = true
  }

  /** Returns whether the reader can take more now. */
  #give(text: string): boolean {
    return this.destroyed || this.#isOver || this.push(text)
  }

  /** Waits until the reader has taken all earlier events. */
  async send(events: readonly ServerEvent[]): Promise<void> {
    if (events.length === 0 || this.#give(events.map(toText).join(''))) return
    await new Promise<void>((resolve) => {
      this.#drained = resolve
    })
  }

  /** Sends an event without waiting. A reader that is too slow is disconnected. */
  sendNow(event: ServerEvent): void {
    if (this.readableLength > maxBufferedBytes) this.destroy()
    else this.#give(toText(event))
  }

  override _read(): void {
    this.#drained?.()
    this.#drained = undefined
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#options.onClose()
    this.#drained?.()
    callback(error)
  }
}
