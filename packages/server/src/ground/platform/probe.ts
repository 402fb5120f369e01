import { AppError } from './app-error.ts'

/** Shorter than the timeout of callers: health checks of containers have a limit of three seconds. */
const usualPatienceMs = 2_000

/**
 * Checks whether something works; concurrent callers share one check. If no answer comes in time, it rejects with an
 * error that `name` does not answer.
 */
export function createProbe(
  name: string,
  ping: () => Promise<void>,
  patienceMs = usualPatienceMs,
): () => Promise<void> {
  let running: Promise<void> | undefined
  return async () => {
    running ??= ping().finally(() => {
      running = undefined
    })
    const silence = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      silence.reject(new AppError('unavailable', `${name} does not answer just now.`, { retryAfterSeconds: 1 }))
    }, patienceMs)
    try {
      await Promise.race([running, silence.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
