import { dayMs } from '../platform/days.ts'
import { eventColumns } from './columns.ts'
import type { UsageEvent } from './usage-event.ts'

/** Days since 1970. */
export type DayNumber = number

export function dayNumberOf(timeMs: number): DayNumber {
  return Math.floor(timeMs / dayMs)
}

/** The day number under which ids lie that hold for ever. No agent reports anything of 1970. */
export const anyDay: DayNumber = 0

/**
 * The day within which an event's id names one thing. An event is known by its organization, this day and its id.
 *
 * An id is made of things that fix the day, so equal ids lie on the same day, and looking for one takes looking at one
 * day. The exceptions are commits and pull requests that have a name: their ids are made of the name alone, because
 * the same commit may be reported again on a later day, and so they are unique for ever.
 */
export function idDayOf(event: UsageEvent): DayNumber {
  return holdsForEver(event) ? anyDay : dayNumberOf(event.timeMs)
}

function holdsForEver({ type, name }: UsageEvent): boolean {
  return (type === 'commit' || type === 'pull_request') && name !== ''
}

/**
 * Whether a version of an event counts instead of the one that is stored. What is known by a name that everybody can
 * read and write, as a commit by its hash, stays with the first who reported it: somebody else could claim it otherwise
 * by telling an earlier time. Of everything else the smaller version counts.
 */
export function replaces(given: UsageEvent, stored: UsageEvent): boolean {
  return !holdsForEver(given) && compareVersions(given, stored) < 0
}

/**
 * Tells which of two versions of an event counts: the smaller one. A retried event may say something else than the
 * first delivery (another user, another session), and no engine can tell which came first once several nodes write,
 * so the choice must not depend on the order of arrival. The earliest time wins, then whatever is smaller in the first
 * column that differs; texts compare by their bytes in UTF-8, as both engines do. Of things that hold for ever this
 * only decides between versions that several nodes store in the same moment.
 */
export function compareVersions(a: UsageEvent, b: UsageEvent): number {
  for (const { field } of eventColumns) {
    const [left, right] = [a[field], b[field]]
    if (left === right) continue
    // What was not reported comes last, as in both engines.
    if (left === null || right === null) return left === null ? 1 : -1
    if (typeof left === 'number' && typeof right === 'number') return left - right
    const order = Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)))
    if (order !== 0) return order
  }
  return 0
}
