interface LeaseOptions {
  /** Nothing was received for half the time: the connection may be dead. */
  readonly onSilent: () => void
  /** Nothing was received for the whole time. */
  readonly onLost: () => void
  /** A monotonic clock. */
  readonly now?: () => number
}

/**
 * Watches the time since the service last sent anything. It uses a monotonic clock, so changes of the system clock do
 * not matter, and a timer, so that only received data renews the lease.
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
   * Data of the service was received. A process that was suspended first reads data from before, so the lease is
   * checked here before it is renewed. The clock is read once, because the process may be suspended at any moment.
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
