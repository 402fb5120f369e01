import { delegationLevels } from '@muster/contract/analytics'
import {
  eventEmailPattern,
  eventTimePattern,
  maxEmailLength,
  maxNameLength,
  maxTokensOfCall,
} from '@muster/contract/telemetry'
import { faultOfTime } from '../vocabulary/plausible-time.ts'

/** An unchecked event: a JSON object as it was sent. */
export type RawEvent = Readonly<Record<string, unknown>>

export function isRawEvent(value: unknown): value is RawEvent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A fault of a field. The readers below throw it, and each event has one catch for it. */
export class FieldFault {
  readonly message: string
  /** The fault without the sender's own text. */
  readonly reason: string | undefined

  constructor(message: string, reason?: string) {
    this.message = message
    this.reason = reason
  }
}

export function requiredText(event: RawEvent, field: string, most = maxNameLength): string {
  if (event[field] === undefined) throw new FieldFault(`${field} is missing`)
  return optionalText(event, field, most)
}

/** Returns an empty text if absent. The text must be storable unchanged. */
export function optionalText(event: RawEvent, field: string, most = maxNameLength, least = 1): string {
  const value = event[field]
  if (value === undefined) return ''
  if (typeof value !== 'string') throw new FieldFault(`${field} must be a text`)
  if (value.length < least) throw new FieldFault(`${field} must not be empty`)
  // A character may take two UTF-16 units, and the limit counts characters.
  if (value.length > most && (value.length > 2 * most || [...value].length > most)) {
    throw new FieldFault(`${field} must not be longer than ${most} characters`)
  }
  if (value.includes('\0')) throw new FieldFault(`${field} must not contain the NUL character`)
  if (!value.isWellFormed()) throw new FieldFault(`${field} must not contain half of a surrogate pair`)
  return value
}

/** Returns an empty text if absent. `rule` completes the sentence "must be …". */
export function matching(event: RawEvent, field: string, pattern: RegExp, rule: string, most = maxNameLength): string {
  const value = optionalText(event, field, most)
  if (event[field] !== undefined && !pattern.test(value)) throw new FieldFault(`${field} must be ${rule}`)
  return value
}

export function oneOf<T extends string>(event: RawEvent, field: string, values: readonly T[]): T {
  const value = event[field]
  for (const each of values) if (each === value) return each
  throw new FieldFault(value === undefined ? `${field} is missing` : `${field} must be one of ${values.join(', ')}`)
}

/** Returns an empty text if absent. */
export function optionalOneOf<T extends string>(event: RawEvent, field: string, values: readonly T[]): T | '' {
  return event[field] === undefined ? '' : oneOf(event, field, values)
}

/** Returns undefined if absent. */
export function count(event: RawEvent, field: string, most: number): number | undefined {
  const value = event[field]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most) {
    throw new FieldFault(`${field} must be a whole number from 0 to ${most}`)
  }
  return value
}

export function tokens(event: RawEvent, field: string): number | undefined {
  return count(event, field, maxTokensOfCall)
}

/** Returns undefined if absent. */
export function amount(event: RawEvent, field: string, most: number): number | undefined {
  const value = event[field]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(value >= 0 && value <= most)) {
    throw new FieldFault(`${field} must be a number from 0 to ${most}`)
  }
  return value
}

const address = new RegExp(eventEmailPattern, 'u')

/** Returns the address in lower case. */
export function email(event: RawEvent, field: string): string | undefined {
  return matching(event, field, address, 'an e-mail address', maxEmailLength).toLowerCase() || undefined
}

export function autonomyLevel(event: RawEvent, field: string): string {
  return oneOf(event, field, delegationLevels)
}

const isoTime = new RegExp(eventTimePattern)

/** Reads ISO 8601 with a time zone, or Unix milliseconds; not before the earliest day, and not in the future. */
export function time(event: RawEvent, field: string, nowMs: number): number {
  const value = event[field]
  if (value === undefined) throw new FieldFault(`${field} is missing`)
  const timeMs = typeof value === 'number' ? value : typeof value === 'string' ? parseIso(value) : Number.NaN
  if (!Number.isInteger(timeMs)) {
    throw new FieldFault(`${field} must be an ISO 8601 time with seconds and a time zone, or whole Unix milliseconds`)
  }
  const fault = faultOfTime(timeMs, nowMs)
  if (fault !== undefined) throw new FieldFault(`${field} ${fault}`)
  return timeMs
}

function parseIso(text: string): number {
  if (!isoTime.test(text)) return Number.NaN
  // `Date.parse` reads 30 February as 2 March.
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number)
  if ((day ?? 0) > new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()) return Number.NaN
  return Date.parse(text)
}
