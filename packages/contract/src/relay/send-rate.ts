/**
 * How fast a computer may send: bytes for each second, and at once after a rest. One that is faster is not read for a
 * moment, so that its own end of the connection makes it wait. Nothing is lost by that.
 */
export const maxSendRate = { bytesPerSecond: 2 * 2 ** 20, burstBytes: 8 * 2 ** 20 } as const

/** A frame counts as so many bytes more: many small ones are work, too. */
export const frameCostBytes = 512

/** The part of it for unfinished messages of all sessions. A daemon keeps to it, so that messages never wait for them. */
export const maxUnfinishedRate = { bytesPerSecond: 2 ** 19, burstBytes: 2 * 2 ** 20 } as const

export interface Rate {
  readonly bytesPerSecond: number
  readonly burstBytes: number
}

/** Measures what is sent against a rate. */
export class SendRate {
  readonly #rate: Rate
  #free: number
  #sinceMs = 0

  constructor(rate: Rate) {
    this.#rate = rate
    this.#free = rate.burstBytes
  }

  /** Counts bytes. Returns for how many milliseconds nothing more should follow. `nowMs` is of a clock that never goes back. */
  take(bytes: number, nowMs: number): number {
    const { bytesPerSecond, burstBytes } = this.#rate
    const refilled = this.#free + ((nowMs - this.#sinceMs) * bytesPerSecond) / 1000
    this.#free = Math.min(burstBytes, refilled) - bytes
    this.#sinceMs = nowMs
    return Math.max(0, Math.ceil((-this.#free * 1000) / bytesPerSecond))
  }
}
