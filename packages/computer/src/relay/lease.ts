interface LeaseOptions {
  /** Nothing was heard for half the time: the connection may be dead without a notice. */
  readonly onSilent: () => void
  /** Nothing was heard for the whole time. */
  readonly onLost: () => void
  /** A monotonic clock. */
  readonly now?: () => number
}

/**
 * Watches how long ago the service was heard. It uses the monotonic clock, so changes of the system clock do not
 * matter, and a timer, so that work does not renew it.
 */
export class Lease {
  readonly #options: LeaseOptions
  readonly #now: () => number
  #leaseMs: number | undefined
  #lastSign = 0
  #timer: NodeJS.Timeout | undefined
  #wasSilent = false
  #isLost = false

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  begin(leaseMs: number): void {
    this.sign()
    this.#leaseMs = leaseMs
    clearInterval(this.#timer)
    this.#timer = setInterval(() => {
      this.#lookForSilence(leaseMs)
      this.#look(leaseMs, this.#now())
    }, leaseMs / 10)
    this.#timer.unref()
  }

  /**
   * The service was heard. After the process was suspended, it reads older data first; the time since then still
   * counts, so it is checked before. The clock is read once, because the process may be suspended at any moment.
   */
  sign(): void {
    const now = this.#now()
    if (this.#leaseMs !== undefined) this.#look(this.#leaseMs, now)
    this.#lastSign = now
    this.#wasSilent = false
    this.#isLost = false
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #lookForSilence(leaseMs: number): void {
    if (this.#wasSilent || this.#now() - this.#lastSign < leaseMs / 2) return
    this.#wasSilent = true
    this.#options.onSilent()
  }

  #look(leaseMs: number, now: number): void {
    if (now - this.#lastSign >= leaseMs && !this.#isLost) {
      this.#isLost = true
      this.#options.onLost()
    }
  }
}
