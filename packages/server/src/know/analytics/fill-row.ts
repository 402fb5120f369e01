import type { TSchema } from 'typebox'

/** The part of JSON Schema that TypeBox writes for our rows. */
interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

/**
 * Adds every field of the current contract to a row of an earlier version. A new field is null if it is nullable, and
 * otherwise has the value of a day without activity, until the day is computed again.
 */
export function fillRow(schema: TSchema, row: unknown): unknown {
  return filled(schema as Shape, row)
}

function filled({ properties, required = [], items, anyOf }: Shape, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => filled(items, item)) : value
  if (typeof value !== 'object' || value === null) return value
  const shape = properties ?? anyOf?.find((one) => one.properties)?.properties
  if (!shape) return value
  const given = value as Record<string, unknown>
  const missing = required.filter((name) => !(name in given)).map((name) => [name, emptyOf(shape[name] ?? {})])
  const known = Object.entries(given).map(([name, each]) => [name, shape[name] ? filled(shape[name], each) : each])
  return Object.fromEntries([...known, ...missing])
}

function emptyOf({ type, properties, required = [], anyOf, enum: values, const: only }: Shape): unknown {
  if (anyOf) return anyOf.some(({ type: one }) => one === 'null') ? null : emptyOf(anyOf[0] ?? {})
  if (values) return values[0]
  if (only !== undefined) return only
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, emptyOf(properties?.[name] ?? {})]))
  if (type === 'array') return []
  if (type === 'string') return ''
  return type === 'boolean' ? false : type === 'null' ? null : 0
}
