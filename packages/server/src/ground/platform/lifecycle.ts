import type { Log } from './log.ts'

/** Longer than a working closer takes. One that takes longer waits for something that does not answer. */
const usualPatienceMs = 10_000

/**
 * Remembers how to close what was opened, and closes it in reverse order, once. Each closer has a time limit, so
 * closing always ends.
 */
export class Lifecycle {
  readonly #closers: { name: string; close: () => unknown; patienceMs: number }[] = []
  readonly #log: Log
  #closing: Promise<void> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  onClose(name: string, close: () => unknown, patienceMs = usualPatienceMs): void {
    this.#closers.push({ name, close, patienceMs })
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  async #closeAll(): Promise<void> {
    for (const { name, close, patienceMs } of this.#closers.toReversed()) {
      try {
        await within(patienceMs, close())
      } catch (error) {
        this.#log.error({ err: error }, `${name} did not close cleanly`)
      }
    }
  }
}

async function within(ms: number, work: unknown): Promise<void> {
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLong.reject(new Error(`It takes longer than ${ms} ms.`)), ms)
  try {
    await Promise.race([work, tooLong.promise])
  } finally {
    clearTimeout(timer)
  }
}
