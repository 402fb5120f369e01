import {
  boundedText,
  maxAttributes,
  maxIdBytes,
  maxListDepth,
  maxListLength,
  tooManyAttributes,
} from './bounded-text.ts'
import { maxKeyLength } from './interest.ts'
import type { KeySet } from './key-set.ts'
import { OtlpError } from './otlp-error.ts'
import type { AttributeValue } from './telemetry.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of objects in the request's structure; empty if absent. */
export function objectsAt(parent: JsonObject, field: string): readonly JsonObject[] {
  const list = parent[field]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new OtlpError(`${field} must be an array.`)
  for (const item of list) if (!isObject(item)) throw new OtlpError(`${field} must hold objects.`)
  return list
}

/** A list of records. An entry that is not an object is a fault of that record alone. */
export function recordsAt(parent: JsonObject, field: string): readonly unknown[] {
  const list = parent[field]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new OtlpError(`${field} must be an array.`)
  return list
}

export function textAt(parent: JsonObject, field: string): string {
  const value = parent[field]
  return typeof value === 'string' ? boundedText(value) : ''
}

/** The id of a span, in hexadecimal digits. */
export function idAt(parent: JsonObject, field: string): string {
  return textAt(parent, field)
    .slice(0, 2 * maxIdBytes)
    .toLowerCase()
}

/** Reads attributes into a map. Returns a fault, if there is one. Without `keys`, all are read. */
export function readAttributes(
  list: unknown,
  keys: KeySet | undefined,
  into: Map<string, AttributeValue>,
): string | undefined {
  if (list === undefined || list === null) return undefined
  if (!Array.isArray(list)) return 'The attributes are no array.'
  let fault: string | undefined
  for (const pair of list) {
    const key: unknown = pair?.key
    if (typeof key !== 'string') fault = 'An attribute has no key.'
    else if (key.length > maxKeyLength) fault = `An attribute's key is longer than ${maxKeyLength} characters.`
    else if (keys === undefined || keys.has(key)) {
      const value: unknown = pair.value
      if (value !== undefined && value !== null && !isObject(value)) fault = "An attribute's value has the wrong type."
      else if (keys === undefined && into.size >= maxAttributes && !into.has(key)) fault = tooManyAttributes
      else
        into.set(
          key,
          keys && isObject(value) && isObject(value.kvlistValue) ? mapText(value.kvlistValue) : anyValue(value, 0),
        )
    }
  }
  return fault
}

/** Writes a map of values as JSON text, which other agents send instead of a map. Nested maps are left out. */
function mapText({ values }: JsonObject): AttributeValue {
  if (!Array.isArray(values)) return undefined
  const entries = values.slice(0, maxAttributes).map((pair) => [String(pair?.key), anyValue(pair?.value, 1)])
  return boundedText(JSON.stringify(Object.fromEntries(entries)))
}

/** Exporters write integers as numbers or as texts, and an empty value as `{}` or `null`. */
export function anyValue(value: unknown, depth: number): AttributeValue {
  if (!isObject(value) || depth > maxListDepth) return undefined
  const { stringValue, intValue, boolValue, doubleValue } = value
  if (typeof stringValue === 'string') return boundedText(stringValue)
  if (intValue !== undefined) return numberOf(intValue)
  if (typeof boolValue === 'boolean') return boolValue
  if (doubleValue !== undefined) return numberOf(doubleValue)
  const values = isObject(value.arrayValue) ? value.arrayValue.values : undefined
  return Array.isArray(values) ? values.slice(0, maxListLength).map((item) => anyValue(item, depth + 1)) : undefined
}

/**
 * Reads a number of the JSON encoding: a number, or a text with one, including NaN and Infinity. Anything else is NaN.
 */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

export function parseBody(body: Uint8Array): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    throw new OtlpError('The body is not valid JSON.')
  }
  if (!isObject(value)) throw new OtlpError('The body must be a JSON object.')
  return value
}
