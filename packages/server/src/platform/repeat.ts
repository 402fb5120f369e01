interface RepeatOptions {
  readonly work: () => Promise<unknown>
  readonly onFailure: (error: unknown) => void
  /** How long to wait for the next run, given how the last one went. */
  readonly pauseMs: (last: { readonly tookMs: number; readonly hasFailed: boolean }) => number
}

/** Runs work again and again, one run after the other. A failure is told, and the next run comes all the same. */
export function repeat({ work, onFailure, pauseMs }: RepeatOptions): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = run()

  async function run(): Promise<void> {
    const begin = performance.now()
    let hasFailed = false
    try {
      await work()
    } catch (error) {
      hasFailed = true
      onFailure(error)
    }
    if (stopped) return
    timer = setTimeout(
      () => {
        running = run()
      },
      pauseMs({ tookMs: performance.now() - begin, hasFailed }),
    ).unref()
  }

  return {
    /** Resolves when the run that is under way is over. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
