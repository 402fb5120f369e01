import { startUnwatched } from '../start-unwatched.ts'
import { createReporter, type Reporter, type ReporterOptions } from './reporter.ts'
import { isTimeToSend } from './send-state.ts'
import { isSomebodySending } from './sender-lock.ts'

/**
 * A reporter for a short-lived process: it starts a background process that sends. At most one such process runs at a
 * time. `undefined` if nobody is logged in.
 */
export function reportByProcess(options: Omit<ReporterOptions, 'onKept'> = {}): Reporter | undefined {
  const { env = process.env } = options
  return createReporter({
    ...options,
    onKept(directory, { url }) {
      if (isSomebodySending(directory, url) || !isTimeToSend(directory, url)) return
      startUnwatched(new URL('./sender-main.ts', import.meta.url), directory, env)
    },
  })
}
