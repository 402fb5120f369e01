import { nowMs } from '../app/environment.ts'

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "3 hours ago"; times of the last minute are "just now". */
export function ago(time: string | number, now = nowMs()): string {
  const passedMs = now - new Date(time).getTime()
  const step = steps.find(([, ms]) => Math.abs(passedMs) >= ms)
  return step ? relative.format(-Math.round(passedMs / step[1]), step[0]) : 'just now'
}

const exactFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** 3 Mar 2026, 14:05:09, in the reader's time zone. */
export function exactTime(time: string | number): string {
  return exactFormat.format(new Date(time))
}
