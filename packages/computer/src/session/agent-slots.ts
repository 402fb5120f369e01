/** A session that holds a slot for its agent. */
export interface SlotHolder {
  /** When its agent became idle; `undefined` while it works. */
  readonly idleSince: number | undefined
  /** Ends its agent, which frees the slot. */
  endAgent(): Promise<void>
}

/** Limits the number of running agents. The longest idle agent makes room; if none is idle, the caller waits. */
export class AgentSlots {
  readonly #max: number
  readonly #holders = new Set<SlotHolder>()
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#max = max
  }

  get taken(): number {
    return this.#holders.size
  }

  async take(holder: SlotHolder): Promise<void> {
    while (!this.#holders.has(holder) && this.#holders.size >= this.#max) {
      const idle = [...this.#holders]
        .filter(({ idleSince }) => idleSince !== undefined)
        .toSorted((a, b) => (a.idleSince ?? 0) - (b.idleSince ?? 0))[0]
      if (idle) await idle.endAgent()
      else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#holders.add(holder)
  }

  /** A holder returns its slot. */
  free(holder: SlotHolder): void {
    if (this.#holders.delete(holder)) this.changed()
  }

  /** A holder may have become idle, so waiting callers check again. */
  changed(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
