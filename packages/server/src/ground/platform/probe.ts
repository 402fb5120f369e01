import { AppError } from './app-error.ts'

/** Shorter than the patience of those who ask: health checks of containers have a limit of three seconds. */
const usualPatienceMs = 2_000

/**
 * Checks whether something works, with one check at a time for all who ask. If no answer comes in time, it fails and
 * says that `name` is silent.
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
