import type { Attributes, AttributeValue } from './otlp/telemetry.ts'

/**
 * Attributes of which only some are read. The keys are part of the type, so that reading any other key is a type error.
 */
interface Keyed<Key extends string> {
  get(key: Key): AttributeValue
}

/** A record or a part of one. Attributes that it lacks are taken from its resource. */
export interface Attributed<Key extends string> {
  readonly own: Keyed<Key>
  readonly resource: Attributes
}

function find<Key extends string>(from: Attributed<Key>, key: Key): AttributeValue {
  return from.own.get(key) ?? from.resource.get(key)
}

/** An attribute as text; empty if absent. */
export function text<Key extends string>(from: Attributed<Key>, key: NoInfer<Key>): string {
  const value = find(from, key)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Reads an attribute as a number, even if it was sent as text. Undefined if absent, NaN if it is not a number. */
export function number<Key extends string>(from: Attributed<Key>, key: NoInfer<Key>): number | undefined {
  const value = find(from, key)
  if (typeof value === 'number' || value === undefined) return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

/** Reads an attribute as a boolean, even if it was sent as text. Undefined if it is neither. */
export function flag<Key extends string>(from: Attributed<Key>, key: NoInfer<Key>): boolean | undefined {
  const value = find(from, key)
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** Parses an attribute that contains JSON; undefined if it is not an object. */
export function json<Key extends string>(
  from: Attributed<Key>,
  key: NoInfer<Key>,
): Readonly<Record<string, unknown>> | undefined {
  const value = find(from, key)
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

/** A text field of a parsed JSON object. */
export function textIn(object: Readonly<Record<string, unknown>> | undefined, field: string): string {
  const value = object?.[field]
  return typeof value === 'string' ? value : ''
}
