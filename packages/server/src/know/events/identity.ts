import { dayMs } from '../../ground/platform/days.ts'
import { eventColumns } from './columns.ts'
import type { UsageEvent } from './usage-event.ts'

/** Days since 1970. */
export type DayNumber = number

export function dayNumberOf(timeMs: number): DayNumber {
  return Math.floor(timeMs / dayMs)
}

/** The day number of permanent ids. No agent reports events of 1970. */
export const anyDay: DayNumber = 0

/**
 * The day within which an event's id is unique. An event is identified by its organization, this day and its id.
 *
 * An id is a hash of values that determine the day, so equal ids are on the same day, and finding one means reading one
 * day. The exceptions are commits and pull requests with a name: their ids are made of the name alone, because the same
 * commit may be reported again on a later day. These ids are permanent.
 */
export function idDayOf(event: UsageEvent): DayNumber {
  return holdsForEver(event) ? anyDay : dayNumberOf(event.timeMs)
}

function holdsForEver({ type, name }: UsageEvent): boolean {
  return (type === 'commit' || type === 'pull_request') && name !== ''
}

/**
 * Whether a version of an event replaces the stored one. An event with a public name, such as a commit with its hash,
 * stays with its first reporter: otherwise another sender could claim it by reporting an earlier time. For all others
 * the smaller version counts.
 */
export function replaces(given: UsageEvent, stored: UsageEvent): boolean {
  return !holdsForEver(given) && compareVersions(given, stored) < 0
}

/**
 * Decides which of two versions of an event counts: the smaller one. A repeated event may differ from its first
 * delivery (another user, another session), and with several writing nodes no engine knows which came first. So the
 * choice must not depend on the order of arrival. The earliest time wins, then the smaller value in the first column
 * that differs; texts compare by their UTF-8 bytes, as in both engines. For permanent ids this decides only between
 * versions that several nodes store at the same moment.
 */
function compareVersions(a: UsageEvent, b: UsageEvent): number {
  for (const { field } of eventColumns) {
    const [left, right] = [a[field], b[field]]
    if (left === right) continue
    // A value that was not reported sorts last, as in both engines.
    if (left === null || right === null) return left === null ? 1 : -1
    if (typeof left === 'number' && typeof right === 'number') return left - right
    const order = Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)))
    if (order !== 0) return order
  }
  return 0
}
