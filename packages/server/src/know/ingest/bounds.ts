import { dayMs } from '../../ground/platform/days.ts'

/** The most events of one request. A sender with more sends several requests. */
export const maxEventsOfRequest = 250_000
export const maxDaysOfRequest = 366
export const maxFilesOfRecord = 1_000

/** The largest quantity of one record, and the largest running total. */
export const maxQuantity = 1_000_000
export const maxTotal = 1_000_000_000
/** Active time in milliseconds: at most a year, as a running total or not. */
export const maxActiveMs = 366 * dayMs

/** The most tokens of all model calls of one data point. */
export const maxTokensOfPoint = 1_000_000_000_000

export const maxHoursAhead = 48
export const maxLineBytes = 2 ** 20
/** The length in characters of a hook's command that is kept, without secrets. */
export const keptCommandLength = 1_000
/** The maximum length in characters of the texts that identify a record. */
export const maxIdentityLength = 4_000
/** The kept length in characters of a text that could not be counted, and the number of examples of one request. */
export const keptTextLength = 200
export const keptExamples = 100

/** How many points of a running total are kept, so that late and repeated points are counted correctly. */
export const keptPoints = 60
/** The most points of one running total that wait while the store is unavailable. */
export const maxWaitingPoints = 5_000
/** About 100 MB of events, which the store writes in a second or two. */
export const maxWaitingEvents = 200_000

export const tooManyEvents = `The request holds more than ${maxEventsOfRequest} events.`
export const tooManyDays = `The request holds events of more than ${maxDaysOfRequest} days.`
