import { dayMs } from '../platform/days.ts'
/** What one request may hold. Whoever has more to tell sends several. */
export const maxEventsOfRequest = 250_000
export const maxDaysOfRequest = 366
export const maxFilesOfRecord = 1_000

/** How many of something one record may tell, and how many a running total may come to. */
export const maxQuantity = 1_000_000
export const maxTotal = 1_000_000_000
/** Active time is told in milliseconds: a year of it, in a running total or not. */
export const maxActiveMs = 366 * dayMs

export const tooManyEvents = `The request holds more than ${maxEventsOfRequest} events.`
export const tooManyDays = `The request holds events of more than ${maxDaysOfRequest} days.`
