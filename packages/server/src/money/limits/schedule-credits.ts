import type { Log } from '../../ground/platform/log.ts'
import { repeat } from '../../ground/platform/repeat.ts'
import { tellFailure } from '../../ground/platform/tell-failure.ts'
import type { Credits } from './credits.ts'

const leastPauseMs = 1_000
const longestPauseMs = 10_000

/**
 * Keeps the credits current within a second or two. Counting takes at most about a tenth of the time, however many
 * events today has, as long as credits are at most ten seconds late.
 */
export function scheduleCredits(credits: Credits, log: Log): { stop(): Promise<void> } {
  return repeat({
    work: () => credits.countDue(),
    onFailure: (error) => tellFailure(log, 'credits could not be counted, which will be tried again', error),
    pauseMs: ({ tookMs, hasFailed }) =>
      hasFailed ? longestPauseMs : Math.min(longestPauseMs, Math.max(leastPauseMs, 9 * tookMs)),
  })
}
