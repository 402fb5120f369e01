import { maxFrameBytes } from '@muster/contract/relay/protocol'
import { frameCostBytes, maxSendRate, SendRate } from '@muster/contract/relay/send-rate'
import type { WebSocket } from 'ws'
import { BoundedCache } from '../../ground/platform/bounded-cache.ts'

/** The most frames and bytes of one connection that are processed at once. */
const maxAtOnce = { frames: 512, bytes: 2 * maxFrameBytes }

/** The rates of this many computers are kept; a computer beyond them starts with a fresh rate. */
const maxComputers = 10_000

/** Keeps the send rate of a computer across reconnects, so that reconnecting does not reset its rate limit. */
export function createSendRates() {
  const rates = new BoundedCache<SendRate>(maxComputers)
  return {
    of(computerId: string): SendRate {
      const rate = rates.get(computerId) ?? new SendRate(maxSendRate)
      rates.set(computerId, rate, 1)
      return rate
    },
  }
}

/**
 * Pauses a socket that exceeds its computer's rate limit or has too many frames in progress. Unread frames wait at the
 * sender, in order, so nothing is lost.
 */
export class Intake {
  readonly #socket: Pick<WebSocket, 'pause' | 'resume'>
  readonly #rate: SendRate
  #frames = 0
  #bytes = 0
  #rest: NodeJS.Timeout | undefined
  #isPaused = false

  constructor(socket: Pick<WebSocket, 'pause' | 'resume'>, rate: SendRate) {
    this.#socket = socket
    this.#rate = rate
  }

  /** Counts a frame. Call the returned function when the frame has been processed. */
  take(bytes: number): () => void {
    this.#count(1, bytes)
    const restMs = this.#rate.take(bytes + frameCostBytes, performance.now())
    if (restMs > 0) {
      clearTimeout(this.#rest)
      this.#rest = setTimeout(() => {
        this.#rest = undefined
        this.#pauseOrResume()
      }, restMs).unref()
    }
    this.#pauseOrResume()
    return () => {
      this.#count(-1, -bytes)
      this.#pauseOrResume()
    }
  }

  #count(frames: number, bytes: number): void {
    this.#frames += frames
    this.#bytes += bytes
  }

  #pauseOrResume(): void {
    const isFull = this.#frames >= maxAtOnce.frames || this.#bytes >= maxAtOnce.bytes
    const isPaused = isFull || this.#rest !== undefined
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    if (isPaused) this.#socket.pause()
    else this.#socket.resume()
  }
}
