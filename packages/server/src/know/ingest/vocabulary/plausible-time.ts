import { earliestDay } from '@muster/contract/analytics'
import { maxHoursAhead } from '../bounds.ts'

const earliestMs = Date.parse(`${earliestDay}T00:00:00Z`)
const maxMsAhead = maxHoursAhead * 60 * 60 * 1000

/** The fault of a time, as the rest of a sentence such as "Its time …"; undefined for a valid time. */
export function faultOfTime(timeMs: number, nowMs: number): string | undefined {
  if (timeMs < earliestMs) return `is before ${earliestDay}, the first day with numbers`
  if (timeMs > nowMs + maxMsAhead) return `is more than ${maxHoursAhead} hours ahead of the service's clock`
  return undefined
}
