/**
 * The maximum send rate of a computer: bytes per second, and a burst after a rest. The service pauses reading from a
 * faster computer, so that TCP backpressure slows it down. No data is lost.
 */
export const maxSendRate = { bytesPerSecond: 2 * 2 ** 20, burstBytes: 8 * 2 ** 20 } as const

/** The fixed cost of a frame in bytes, because many small frames are work, too. */
export const frameCostBytes = 512

/** The part of the rate for unfinished messages of all sessions, so that they never delay complete messages. */
export const maxUnfinishedRate = { bytesPerSecond: 2 ** 19, burstBytes: 2 * 2 ** 20 } as const

export interface Rate {
  readonly bytesPerSecond: number
  readonly burstBytes: number
}

/** Measures sent data against a rate. */
export class SendRate {
  readonly #rate: Rate
  #free: number
  #sinceMs = 0

  constructor(rate: Rate) {
    this.#rate = rate
    this.#free = rate.burstBytes
  }

  /** Counts bytes. Returns the milliseconds to wait before sending more. `nowMs` is from a monotonic clock. */
  take(bytes: number, nowMs: number): number {
    const { bytesPerSecond, burstBytes } = this.#rate
    const refilled = this.#free + ((nowMs - this.#sinceMs) * bytesPerSecond) / 1000
    this.#free = Math.min(burstBytes, refilled) - bytes
    this.#sinceMs = nowMs
    return Math.max(0, Math.ceil((-this.#free * 1000) / bytesPerSecond))
  }
}
