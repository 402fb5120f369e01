/**
 * Deliveries that need not ask Postgres anything before they are stored. A process that is the only one to write to the
 * store knows by itself whether somebody compares or pauses; everybody else takes the locks in Postgres.
 *
 * An organization is plain if nothing of it was counted from the relay or imported, so telemetry has nothing to be
 * compared with. Those who change that, and those who pause both stores, close the direct way first. Meanwhile deliveries
 * take the locks and wait there.
 */
export class DirectWrites {
  readonly #plain = new Set<string>()
  #inside = 0
  #closers = 0
  #empty: PromiseWithResolvers<void> | undefined

  /** Runs `write` at once, or returns `undefined` when locks must be taken. */
  try<T>(organizationId: string, write: () => Promise<T>): Promise<T> | undefined {
    if (this.#closers > 0 || !this.#plain.has(organizationId)) return undefined
    this.#inside++
    return write().finally(() => {
      this.#inside--
      if (this.#inside === 0) this.#empty?.resolve()
    })
  }

  /** Call it while the lock is held that `whileClaiming` needs: otherwise it could be over already. */
  notePlain(organizationId: string): void {
    this.#plain.add(organizationId)
  }

  /** Runs `work` while nobody writes directly. */
  async whileClosed<T>(work: () => Promise<T>): Promise<T> {
    this.#closers++
    try {
      if (this.#inside > 0) {
        this.#empty ??= Promise.withResolvers()
        await this.#empty.promise
      }
      return await work()
    } finally {
      this.#closers--
      if (this.#closers === 0) this.#empty = undefined
    }
  }

  /** Runs `work`, after which telemetry of the organization may have something to be compared with. */
  whileClaiming<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.whileClosed(async () => {
      try {
        return await work()
      } finally {
        this.#plain.delete(organizationId)
      }
    })
  }
}
