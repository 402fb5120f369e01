import type { JsonSchema } from '@muster/contract/openapi/types'
import fc from 'fast-check'

/** Values that exist in the service, by the name of the field or parameter that would hold them. */
type KnownValues = Readonly<Record<string, readonly string[]>>

export interface Vocabulary {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly known: KnownValues
}

/** Every character is one that some layer might stumble over, but none that may not be sent. */
const character = fc.constantFrom(...'aZ0 _-./\\%"\'<&?#+:;,(){}[]éßİ漢😀\u202e\u2028\ufeff\u0001\n\t')

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64')

/** Bytes and media type belong together, which a schema cannot say. */
const attachments: Record<string, fc.Arbitrary<unknown>> = {
  ImageAttachment: fc.constantFrom(
    { type: 'base64', mediaType: 'image/png', data: base64('\x89PNG\r\n\x1a\n') },
    { type: 'base64', mediaType: 'image/gif', data: base64('GIF89a') },
    { type: 'base64', mediaType: 'image/jpeg', data: base64('\xff\xd8\xff') },
  ),
  FileAttachment: fc.constantFrom(
    { type: 'base64', mediaType: 'application/pdf', data: base64('%PDF-1.7'), name: 'ä.pdf', path: '/ä.pdf' },
    { type: 'base64', mediaType: 'text/plain', data: 'YQ', parsedData: '\u2028' },
  ),
}

/** Values that the schema allows, `name` being the field that holds them. */
export function valuesOf(schema: JsonSchema, vocabulary: Vocabulary, name = ''): fc.Arbitrary<unknown> {
  const reference = schema.$ref
  if (typeof reference === 'string') {
    const target = reference.split('/').at(-1) ?? ''
    return attachments[target] ?? valuesOf(vocabulary.schemas[target] ?? {}, vocabulary, name)
  }
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.anyOf)) {
    return fc.oneof(...schema.anyOf.map((one: JsonSchema) => valuesOf(one, vocabulary, name)))
  }
  switch (schema.type) {
    case 'string':
      return textsOf(schema, vocabulary.known[name] ?? [])
    case 'integer':
    case 'number':
      return integersOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return listsOf(schema, vocabulary)
    case 'object':
      return objectsOf(schema, vocabulary)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textsOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<string> {
  const any = newTextsOf(schema)
  if (known.length === 0) return any
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any })
}

function newTextsOf({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.nat(1e6).map((number) => `user${number}@fuzz.test`)
  if (format === 'date-time') {
    const noInvalidDate = true
    const [min, max] = [new Date('2000-01-01'), new Date('2100-01-01')]
    return fc.date({ min, max, noInvalidDate }).map((date) => date.toISOString())
  }
  if (format === 'uri') return fc.nat(99).map((number) => `https://host${number}.test/path`)
  if (format === 'uuid') return fc.uuid()
  if (format === 'ip-range') return fc.constantFrom('127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32')
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  const shortest = typeof minLength === 'number' ? minLength : 0
  const longest = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  return fc.string({ unit: character, minLength: shortest, maxLength: Math.min(longest, shortest + 20) })
}

function integersOf({ minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = typeof minimum === 'number' ? Math.max(minimum, Number.MIN_SAFE_INTEGER) : -1000
  const max = typeof maximum === 'number' ? Math.min(maximum, Number.MAX_SAFE_INTEGER) : 1000
  const span = Math.min(max - min, 2 ** 31)
  return fc.oneof(
    fc.nat(span).map((distance) => min + distance),
    fc.constantFrom(min, max),
  )
}

function listsOf(schema: JsonSchema, vocabulary: Vocabulary): fc.Arbitrary<unknown[]> {
  const { items = {}, minItems, maxItems, uniqueItems } = schema
  const minLength = typeof minItems === 'number' ? minItems : 0
  const maxLength = Math.min(typeof maxItems === 'number' ? maxItems : 3, minLength + 3)
  const item = valuesOf(items as JsonSchema, vocabulary)
  return uniqueItems
    ? fc.uniqueArray(item, { minLength, maxLength })
    : fc.array(item, { minLength, maxLength, depthIdentifier: 'lists' })
}

/** Fields that may be left out mostly are: each is one more reason to refuse the whole. */
export function recordOf<T>(
  fields: Readonly<Record<string, fc.Arbitrary<T>>>,
  required: readonly string[] = [],
): fc.Arbitrary<Record<string, T>> {
  const absent = Symbol('absent')
  const rarely = (value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(absent) }, { weight: 1, arbitrary: value })
  const all = Object.entries(fields).map(
    ([name, value]) => [name, required.includes(name) ? value : rarely(value)] as const,
  )
  return fc
    .record(Object.fromEntries(all), { noNullPrototype: true })
    .map((record) =>
      Object.fromEntries(Object.entries(record).filter((entry): entry is [string, T] => entry[1] !== absent)),
    )
}

const key = fc.string({ unit: character, minLength: 1, maxLength: 10 })

function objectsOf(schema: JsonSchema, vocabulary: Vocabulary): fc.Arbitrary<object> {
  const { properties, required = [], additionalProperties } = schema
  if (properties) {
    const fields = Object.entries(properties).map(([name, one]) => [name, valuesOf(one, vocabulary, name)] as const)
    const record = recordOf(Object.fromEntries(fields), required)
    return schema.minProperties ? record.filter((value) => Object.keys(value).length > 0) : record
  }
  const isSchema = typeof additionalProperties === 'object' && additionalProperties !== null
  const value = isSchema ? valuesOf(additionalProperties as JsonSchema, vocabulary) : fc.jsonValue({ maxDepth: 2 })
  return fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true })
}
