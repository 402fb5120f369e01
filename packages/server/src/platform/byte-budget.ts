/** Limits the bytes that are held at a time. Callers that want more than is left wait in order. */
export class ByteBudget {
  readonly #total: number
  #held = 0
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = []

  constructor(total: number) {
    this.#total = total
  }

  get held(): number {
    return this.#held
  }

  /**
   * Resolves when `bytes` are reserved, and rejects when `signal` aborts first. A caller that wants more than the whole
   * budget gets it when nobody else holds any, so no request waits for ever.
   */
  async take(bytes: number, signal: AbortSignal): Promise<Reservation> {
    signal.throwIfAborted()
    if (this.#waiting.length > 0 || !this.#fits(bytes)) await this.#turn(bytes, signal)
    else this.#held += bytes
    let kept = bytes
    return {
      keep: (part) => {
        const rest = Math.max(0, kept - part)
        kept -= rest
        this.#give(rest)
      },
      release: () => {
        this.#give(kept)
        kept = 0
      },
    }
  }

  #fits(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.#total
  }

  #turn(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        this.#next()
        reject(signal.reason)
      }
      const entry = {
        bytes,
        begin: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(entry)
    })
  }

  #give(bytes: number): void {
    this.#held -= bytes
    this.#next()
  }

  #next(): void {
    for (let first = this.#waiting[0]; first && this.#fits(first.bytes); first = this.#waiting[0]) {
      this.#waiting.shift()
      this.#held += first.bytes
      first.begin()
    }
  }
}

export interface Reservation {
  /** Gives back everything except `part`. */
  keep(part: number): void
  /** Gives back the rest. A second call does nothing. */
  release(): void
}
