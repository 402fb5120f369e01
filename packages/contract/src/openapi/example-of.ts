import type { TSchema } from 'typebox'
import { examples } from './examples.ts'
import type { JsonSchema } from './types.ts'

const id = '019cd6f1-5a3e-7b1c-9f00-2d4a6c8e1b35'

/** Example values, by name, for fields and parameters whose schema has none. */
const byName: Readonly<Record<string, unknown>> = {
  sessionId: id,
  messageId: '019cd6f2-01b4-7c6d-9e58-7a0f3b2c4d61',
  computerId: '019cd2c4-88f0-7d52-b1a4-90c3e7f5a216',
  userId: '019c9a10-0b7d-7e3f-8c21-5f6e7d8c9ba0',
  reportId: '6f1c2b8e-4d3a-4f57-9a60-1e7d5c3b2a90',
  repoId: '019cd6c0-2b7e-7d11-9c45-8f3a1e2d4c5b',
  startAfter: '6f1c2b8e-4d3a-4f57-9a60-1e7d5c3b2a90',
  id: '019cd6a0-3c11-7f08-a5d2-b47e19c0f3d8',
  name: 'build-01',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  limit: 20,
}

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-03-10',
  'date-time': '2026-03-10T09:30:00.000Z',
  email: 'ada@acme.example',
  uri: 'https://acme.example',
  uuid: id,
}

/** An example of the schema. `name` is the name of the field. */
export function exampleOf(schema: TSchema, nameOf: (schema: TSchema) => string | undefined, name = ''): unknown {
  const known = nameOf(schema)
  if (known !== undefined && examples[known] !== undefined) return examples[known]
  const { type, format, enum: values, default: usual, properties, items, anyOf, ...rest } = schema as JsonSchema
  const of = (part: unknown, of: string) => exampleOf(part as TSchema, nameOf, of)
  if ('const' in rest) return rest.const
  if (values) return values[0]
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([field, part]) => [field, of(part, field)]))
  }
  if (items) return [of(items, name)]
  if (Array.isArray(anyOf)) return of(anyOf[0], name)
  if (byName[name] !== undefined) return byName[name]
  if (usual !== undefined) return usual
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return rest.minimum ?? 1
  if (type === 'string') return byFormat[String(format)] ?? words(name)
  return {}
}

/** An example of a parameter, if there is a useful one. */
export function parameterExample(name: string): unknown {
  return byName[name]
}

/** `rawName` reads as "raw name". */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim() || 'text'
}
