export interface LeaseOptions {
  /** Nothing was heard for half the time: the connection may be dead without anybody having said so. */
  readonly onSilent: () => void
  /** Nothing was heard for the whole time. */
  readonly onLost: () => void
}

/**
 * Watches how long ago the service was heard. It counts by the monotonic clock, so that a clock that is set does not
 * matter, and looks by a timer, so that work does not renew it.
 */
export class Lease {
  readonly #options: LeaseOptions
  #leaseMs: number | undefined
  #lastSign = 0
  #timer: NodeJS.Timeout | undefined
  #wasSilent = false
  #isLost = false

  constructor(options: LeaseOptions) {
    this.#options = options
  }

  begin(leaseMs: number): void {
    this.#leaseMs = leaseMs
    this.sign()
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#look(leaseMs), leaseMs / 10)
    this.#timer.unref()
  }

  sign(): void {
    this.#lastSign = performance.now()
    this.#wasSilent = false
    if (this.#leaseMs !== undefined) this.#isLost = false
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(leaseMs: number): void {
    const silentMs = performance.now() - this.#lastSign
    if (silentMs >= leaseMs / 2 && !this.#wasSilent) {
      this.#wasSilent = true
      this.#options.onSilent()
    }
    if (silentMs >= leaseMs && !this.#isLost) {
      this.#isLost = true
      this.#options.onLost()
    }
  }
}
