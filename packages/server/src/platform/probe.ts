import { AppError } from './app-error.ts'

/** Shorter than the patience of what asks: containers are asked for their health with a limit of three seconds. */
const usualPatienceMs = 2_000

/**
 * Asks something whether it works, once at a time however many want to know, and does not wait for an answer that does
 * not come: `name` is told to be silent then.
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
