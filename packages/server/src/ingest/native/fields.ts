import { delegationLevels } from '@muster/contract/analytics'
import { maxTokensOfCall } from '@muster/contract/telemetry'
import { emailOf } from '../vocabulary/email.ts'
import { faultOfTime } from '../vocabulary/plausible-time.ts'

/** An event as it came: an object of JSON, nothing of which was looked at yet. */
export type RawEvent = Readonly<Record<string, unknown>>

export function isRawEvent(value: unknown): value is RawEvent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is wrong with a field. It is thrown by the readers below and caught once for each event. */
export class FieldFault {
  readonly message: string
  /** The same without what the sender wrote. */
  readonly reason: string | undefined

  constructor(message: string, reason?: string) {
    this.message = message
    this.reason = reason
  }
}

const maxLength = 200

export function requiredText(event: RawEvent, field: string, most = maxLength): string {
  const text = optionalText(event, field, most)
  if (text === '') throw new FieldFault(`${field} is missing`)
  return text
}

/** Empty if there is none. Texts must be such that they can be stored unchanged. */
export function optionalText(event: RawEvent, field: string, most = maxLength): string {
  const value = event[field]
  if (value === undefined) return ''
  if (typeof value !== 'string') throw new FieldFault(`${field} must be a text`)
  if (value.length > most) throw new FieldFault(`${field} must not be longer than ${most} characters`)
  if (value.includes('\0')) throw new FieldFault(`${field} must not contain the NUL character`)
  if (!value.isWellFormed()) throw new FieldFault(`${field} must not contain half of a surrogate pair`)
  return value
}

export function oneOf<T extends string>(event: RawEvent, field: string, values: readonly T[]): T {
  const value = event[field]
  for (const each of values) if (each === value) return each
  throw new FieldFault(value === undefined ? `${field} is missing` : `${field} must be one of ${values.join(', ')}`)
}

/** Undefined if there is none. */
export function tokens(event: RawEvent, field: string): number | undefined {
  const value = event[field]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > maxTokensOfCall) {
    throw new FieldFault(`${field} must be a whole number from 0 to ${maxTokensOfCall}`)
  }
  return value
}

export function email(event: RawEvent, field: string): string | undefined {
  const text = optionalText(event, field, 254)
  if (text === '') return undefined
  const address = emailOf(text)
  if (address === undefined) throw new FieldFault(`${field} must be an e-mail address`)
  return address
}

export function autonomyLevel(event: RawEvent, field: string): string {
  requiredText(event, field)
  return oneOf(event, field, delegationLevels)
}

const isoTime = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** ISO 8601 with a time zone, or Unix milliseconds; not before there were numbers, and not ahead of the clock. */
export function time(event: RawEvent, field: string, nowMs: number): number {
  const value = event[field]
  if (value === undefined) throw new FieldFault(`${field} is missing`)
  const timeMs = typeof value === 'number' ? value : typeof value === 'string' ? parseIso(value) : Number.NaN
  if (!Number.isInteger(timeMs)) {
    throw new FieldFault(`${field} must be an ISO 8601 time with a time zone, or whole Unix milliseconds`)
  }
  const fault = faultOfTime(timeMs, nowMs)
  if (fault !== undefined) throw new FieldFault(`${field} ${fault}`)
  return timeMs
}

function parseIso(text: string): number {
  const match = isoTime.exec(text)
  if (match === null) return Number.NaN
  // Date.parse takes 30 February for 2 March.
  const [, year, month, day] = match
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return Number.NaN
  return Date.parse(text)
}
