import { errorKindPattern, maxCostOfCall, maxDurationMs, maxLinesOfFile } from '@muster/contract/telemetry'

/** A reported number as it is stored, or the reason why it is not. */
export type Reported = { readonly value: number | null } | { readonly fault: string }

const billionths = 1_000_000_000

const nothing: Reported = { value: null }

/** Converts to billionths, so that sums of reported costs are exact: agents report millionths of a dollar and less. */
export function reportedCost(cost: number | undefined): Reported {
  if (cost === undefined) return nothing
  if (!Number.isFinite(cost)) return { fault: 'Its cost is no number' }
  if (cost < 0) return { fault: 'Its cost is negative' }
  return cost > maxCostOfCall
    ? { fault: `Its cost is larger than ${maxCostOfCall}` }
    : { value: Math.round(cost * billionths) }
}

export function reportedDuration(durationMs: number | undefined): Reported {
  if (durationMs === undefined) return nothing
  if (!Number.isFinite(durationMs)) return { fault: 'Its duration is no number' }
  if (durationMs < 0) return { fault: 'Its duration is negative' }
  return durationMs > maxDurationMs
    ? { fault: 'Its duration is longer than 30 days' }
    : { value: Math.round(durationMs) }
}

export function reportedLines(lines: number | undefined): Reported {
  if (lines === undefined) return nothing
  if (!Number.isInteger(lines)) return { fault: 'Its number of lines is no whole number' }
  if (lines < 0) return { fault: 'Its number of lines is negative' }
  return lines > maxLinesOfFile ? { fault: `Its number of lines is larger than ${maxLinesOfFile}` } : { value: lines }
}

/** The part of the cache write tokens that is cached for an hour. */
export function reportedHour(tokens: number | undefined, written: number): Reported {
  if (tokens === undefined) return nothing
  if (!Number.isInteger(tokens)) return { fault: 'Its number of tokens cached for an hour is no whole number' }
  if (tokens < 0) return { fault: 'Its number of tokens cached for an hour is negative' }
  return tokens > written
    ? { fault: 'Its number of tokens cached for an hour is larger than that of all tokens cached' }
    : { value: tokens }
}

/** Returns a word for the kind of an error. A whole sentence may contain anything and is no kind. */
export function errorKindOf(text: string): string {
  if (text === '') return ''
  return errorKind.test(text) ? text : 'other'
}

const errorKind = new RegExp(errorKindPattern, 'u')
