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

/** Of all model calls that one data point tells of. */
export const maxTokensOfPoint = 1_000_000_000_000

export const maxHoursAhead = 48
export const maxLineBytes = 2 ** 20
/** Of a hook's command, without its secrets. */
export const keptCommandLength = 1_000
/** What tells a record from others, in characters. */
export const maxIdentityLength = 4_000
/** Of what could not be counted, in characters, and how many examples of a request. */
export const keptTextLength = 200
export const keptExamples = 100

/** Of a running total, so that a point that comes late or twice is counted right. */
export const keptPoints = 60
/** Of one running total, while the store cannot be reached. */
export const maxWaitingPoints = 5_000
/** About 100 MB of events: enough for a second or two of whatever the store can take. */
export const maxWaitingEvents = 200_000

export const tooManyEvents = `The request holds more than ${maxEventsOfRequest} events.`
export const tooManyDays = `The request holds events of more than ${maxDaysOfRequest} days.`
