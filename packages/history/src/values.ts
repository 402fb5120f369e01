/** Values of parsed JSON of unknown shape. */

export type JsonObject = Readonly<Record<string, unknown>>

const none: JsonObject = {}

export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : none
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A count of tokens: whole and not negative, else 0. */
export function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0
}

/** Milliseconds of a time in ISO 8601; 0 for anything else. */
export function timeOf(value: unknown): number {
  if (typeof value !== 'string') return 0
  if (!value.startsWith(lastDay)) {
    lastDay = value.slice(0, dayLength)
    lastDayMs = Date.parse(`${lastDay}00:00:00.000Z`)
  }
  const time = lastDayMs + timeOnDay(value)
  if (Number.isFinite(time)) return time
  const parsed = Date.parse(value)
  return Number.isFinite(parsed) ? parsed : 0
}

const dayLength = '2026-11-15T'.length
/** Times that follow each other are mostly of the same day, and parsing a whole time takes ten times as long. */
let lastDay = 'none'
let lastDayMs = Number.NaN

/** Milliseconds since midnight of a time that is written as `2026-11-15T10:00:00.000Z`; NaN for any other form. */
function timeOnDay(text: string): number {
  if (text.length !== 24 || text[13] !== ':' || text[16] !== ':' || text[19] !== '.' || text[23] !== 'Z')
    return Number.NaN
  const hours = twoDigits(text, 11)
  const minutes = twoDigits(text, 14)
  const seconds = twoDigits(text, 17)
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return Number.NaN
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + twoDigits(text, 20) * 10 + digit(text, 22)
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1)
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48
  return value >= 0 && value <= 9 ? value : Number.NaN
}

/** `all` without `part`, for agents whose input includes the cache. */
export function without(all: number, part: number): number {
  return Math.max(0, all - part)
}
