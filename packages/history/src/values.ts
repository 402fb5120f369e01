/** Helpers for parsed JSON of unknown shape. */

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

/** A number of tokens: a non-negative integer, otherwise 0. */
export function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0
}

/** Milliseconds of an ISO 8601 time; 0 for anything else. */
export function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) || 0 : 0
}

/** `all` minus `part`, for agents whose input includes the cache. */
export function without(all: number, part: number): number {
  return Math.max(0, all - part)
}
