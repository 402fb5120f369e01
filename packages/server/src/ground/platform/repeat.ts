interface RepeatOptions {
  readonly work: () => Promise<unknown>
  readonly onFailure: (error: unknown) => void
  /** How long to wait before the next run, given how the last one went. */
  readonly pauseMs: (last: { readonly tookMs: number; readonly hasFailed: boolean }) => number
}

/** Runs work again and again, one run after the other. After a failure it reports the error and goes on. */
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
    /** Resolves when the current run is over. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
