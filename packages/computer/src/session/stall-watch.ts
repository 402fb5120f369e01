/** Reports when an agent shows no activity although it waits for nothing, and when its activity resumes. */
export class StallWatch {
  readonly #stallMs: number
  readonly #isWaiting: () => boolean
  readonly #tell: (reason: 'stalled' | null) => void
  #timer: NodeJS.Timeout | undefined
  #isStalled = false

  constructor(stallMs: number, isWaiting: () => boolean, tell: (reason: 'stalled' | null) => void) {
    this.#stallMs = stallMs
    this.#isWaiting = isWaiting
    this.#tell = tell
  }

  get isStalled(): boolean {
    return this.#isStalled
  }

  begin(): void {
    this.#timer = setTimeout(() => this.#look(), this.#stallMs)
  }

  sign(): void {
    this.#timer?.refresh()
    if (!this.#isStalled) return
    this.#isStalled = false
    this.#tell(null)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    if (this.#isWaiting()) this.#timer?.refresh()
    else {
      this.#isStalled = true
      this.#tell('stalled')
    }
  }
}
