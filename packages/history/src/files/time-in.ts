import { timeOf } from '../values.ts'
import { standsAt } from './words.ts'

const point = 46
const zero = 48
const zone = 90
const minuteLength = '2026-11-15T10:00:'.length
export const timeLength = '2026-11-15T10:00:00.000Z'.length

/** Times that follow each other are mostly of the same minute. */
const lastMinute = Buffer.alloc(minuteLength)
let lastMinuteMs = 0

/** Milliseconds of a time that stands in bytes as `2026-11-15T10:00:00.000Z`; 0 for any other form. */
export function timeIn(bytes: Buffer, at: number): number {
  if (!standsAt(bytes, at, lastMinute)) {
    bytes.copy(lastMinute, 0, at, at + minuteLength)
    lastMinuteMs = timeOf(`${lastMinute.toString()}00.000Z`)
  }
  if (lastMinuteMs === 0 || bytes[at + 19] !== point || bytes[at + 23] !== zone) return 0
  const seconds = digit(bytes, at + 17) * 10 + digit(bytes, at + 18)
  const thousandths = digit(bytes, at + 20) * 100 + digit(bytes, at + 21) * 10 + digit(bytes, at + 22)
  return seconds < 60 && thousandths < 1000 ? lastMinuteMs + seconds * 1000 + thousandths : 0
}

/** Too large for any time if there is no digit. */
function digit(bytes: Buffer, at: number): number {
  const value = (bytes[at] as number) - zero
  return value >= 0 && value <= 9 ? value : 1000
}
