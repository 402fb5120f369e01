import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** A request object: an unknown field is an error, so that typos are not ignored. */
export function closed<P extends TProperties>(properties: P, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** A map with free keys. Every value is validated, whatever its key. */
export function mapOf<T extends TSchema>(value: T, options: object = {}) {
  return Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: value, ...options })
}

/** An optional setting with its title and description, for forms and the reference. */
export function setting<T extends TSchema>(schema: T, title: string, description?: string) {
  const said = { title, ...(description !== undefined && { description }) }
  return Type.Optional(Type.With(schema, said) as unknown as T)
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** A free-form JSON object, stored unchanged. */
export const JsonObject = Type.Unsafe<Record<string, unknown>>({ type: 'object' })

/** `hint` completes the sentence "must be …" when a value is refused. */
export function text(minLength: number, maxLength: number, options: object = {}) {
  return Type.String({ minLength, maxLength, hint: `a string of ${minLength} to ${maxLength} characters`, ...options })
}

/** A short word in lower case, for enumerations without listed values. */
export const Identifier = Type.String({
  pattern: '^[a-z0-9][a-z0-9_.-]{0,63}$',
  hint: 'a lower-case identifier of up to 64 characters (letters, digits, "-", "_", ".")',
})

export const Id = text(1, 200, { hint: 'an id' })

export const Email = Type.String({ format: 'email', maxLength: 254, hint: 'an e-mail address' })

/** An ISO 8601 date-time, as in `2026-03-01T09:30:00.000Z`. */
export const IsoTime = Type.String({
  format: 'date-time',
  maxLength: 64,
  hint: 'an ISO 8601 date-time such as 2026-03-01T09:30:00Z',
})

/** Milliseconds since 1970-01-01T00:00:00Z, up to the last that ISO 8601 writes with a year of four digits. */
export const UnixMs = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999, hint: 'a time in Unix milliseconds' })

export const Url = Type.String({ format: 'uri', maxLength: 2000, hint: 'an absolute URL' })
