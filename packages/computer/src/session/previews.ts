import type { FrameFromComputer } from '@muster/contract/relay/from-computer'

interface PreviewOptions {
  readonly sessionId: string
  readonly turnId: string
  readonly joinMs: number
  readonly send: (frame: FrameFromComputer) => boolean
  /** The whole unfinished text. */
  readonly text: () => string
}

/** Shows watchers what the agent is writing. It is not stored: the complete message follows as an update. */
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

  /** There may be more text; changes within a moment are sent together. */
  changed(): void {
    if (this.#isWatched) this.#timer ??= setTimeout(() => this.#show(), this.#options.joinMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #show(): void {
    this.stop()
    const { sessionId, turnId, send, text } = this.#options
    const now = text()
    const shown = this.#shown
    this.#shown = now
    if (now === shown || now === '') return
    const isMore = shown !== undefined && shown !== '' && now.startsWith(shown)
    this.#n += 1
    const frame = isMore
      ? ({ type: 'delta', sessionId, turnId, n: this.#n, text: now.slice(shown.length) } as const)
      : ({ type: 'preview', sessionId, turnId, n: this.#n, text: now } as const)
    // A lost piece would leave a gap in the text.
    if (!send(frame)) this.#shown = undefined
  }
}
