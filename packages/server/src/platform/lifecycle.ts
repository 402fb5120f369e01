import type { Log } from './log.ts'

/** Remembers how to close what was opened, and closes it in reverse order, once. */
export class Lifecycle {
  readonly #closers: { name: string; close: () => unknown }[] = []
  readonly #log: Log
  #closing: Promise<void> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  onClose(name: string, close: () => unknown): void {
    this.#closers.push({ name, close })
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  async #closeAll(): Promise<void> {
    for (const { name, close } of this.#closers.toReversed()) {
      try {
        await close()
      } catch (error) {
        this.#log.error({ err: error }, `${name} did not close cleanly`)
      }
    }
  }
}
