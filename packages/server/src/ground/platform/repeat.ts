interface RepeatOptions {
  readonly work: () => Promise<unknown>
  readonly onFailure: (error: unknown) => void
  /** The pause before the next run, depending on the last one. */
  readonly pauseMs: (last: { readonly tookMs: number; readonly hasFailed: boolean }) => number
}

/** Runs work repeatedly, one run at a time. After a failure it reports the error and continues. */
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
    /** Resolves when the current run has ended. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
