import { earliestDay } from '@muster/contract/analytics'
import { maxHoursAhead } from '../bounds.ts'

const earliestMs = Date.parse(`${earliestDay}T00:00:00Z`)
const maxMsAhead = maxHoursAhead * 60 * 60 * 1000

/** What is wrong with a time, for a sentence that begins with what it is the time of; undefined if nothing is. */
export function faultOfTime(timeMs: number, nowMs: number): string | undefined {
  if (timeMs < earliestMs) return `is before ${earliestDay}, the first day with numbers`
  if (timeMs > nowMs + maxMsAhead) return `is more than ${maxHoursAhead} hours ahead of the service's clock`
  return undefined
}
