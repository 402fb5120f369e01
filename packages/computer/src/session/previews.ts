import type { FrameFromComputer } from '@muster/contract/relay/from-computer'
import type { SendRate } from '@muster/contract/relay/send-rate'
import { endOf, maxUnfinishedText } from '@muster/contract/unfinished-text'

interface PreviewOptions {
  readonly sessionId: string
  readonly turnId: string
  readonly joinMs: number
  readonly send: (frame: FrameFromComputer) => boolean
  /** The maximum rate for previews of all sessions of the computer together. */
  readonly rate: SendRate
  /** The whole unfinished text. */
  readonly text: () => string
}

/** Shows watchers the text that the agent is writing. It is not stored: the complete message follows as an update. */
export class Previews {
  readonly #options: PreviewOptions
  #isWatched = false
  #shown: string | undefined
  #n = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: PreviewOptions) {
    this.#options = options
  }

  watch(on: boolean): void {
    this.#isWatched = on
    this.#shown = undefined
    if (on) this.#show()
    else this.stop()
  }

  /** The text may have grown; changes in quick succession are sent together. */
  changed(): void {
    if (this.#isWatched) this.#showIn(this.#options.joinMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #showIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.#show(), ms)
  }

  #show(): void {
    this.stop()
    const { sessionId, turnId, send, rate, text } = this.#options
    const restMs = rate.take(0, performance.now())
    if (restMs > 0) {
      this.#showIn(restMs)
      return
    }
    const now = text()
    const shown = this.#shown
    this.#shown = now
    if (now === shown || now === '') return
    const more = shown && now.startsWith(shown) ? now.slice(shown.length) : undefined
    const isDelta = more !== undefined && more.length <= maxUnfinishedText
    const part = isDelta ? ({ type: 'delta', text: more } as const) : ({ type: 'preview', text: endOf(now) } as const)
    rate.take(Buffer.byteLength(part.text), performance.now())
    this.#n += 1
    // A lost part would leave a gap, so the next part has the whole text.
    if (!send({ ...part, sessionId, turnId, n: this.#n })) this.#shown = undefined
  }
}
