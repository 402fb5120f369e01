import type { TSchema } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import { responsesOf, textOrBytes } from './answers.ts'
import { exampleOf, parameterExample } from './example-of.ts'
import { telemetryExamples } from './examples-telemetry.ts'
import { nameOfSchema, schemaOf } from './schemas.ts'
import type { Content, JsonSchema, Operation, Parameter, SecurityScheme } from './types.ts'

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mst_<key id>_<secret>',
    description: 'An API key of a user. With scopes, it is good for those uses only.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A short-lived token that was made from an API key, or one of the organization’s identity provider.',
  },
  computerCredential: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'msc_<computer id>_<secret>',
    description: 'The credential of a computer, which its registration shows once.',
  },
  operatorKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'opaque',
    description: 'The key of whoever operates the installation. It belongs to no organization.',
  },
} as const satisfies Record<string, SecurityScheme>

const requestHeaders: Record<NonNullable<Endpoint['headers']>[number], Omit<Parameter, 'name' | 'in' | 'required'>> = {
  'Idempotency-Key': {
    description: 'A value of your choice. The same request with the same key is done once and answered the same.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    description: 'The `ETag` of the revision that the change builds on. Left out, the change is made on any revision.',
    schema: { type: 'string', examples: ['"7"'] },
  },
  'If-None-Match': {
    description: 'The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.',
    schema: { type: 'string', examples: ['"7"'] },
  },
}

/** `versioned`: the resource has revisions, so its answers carry an `ETag`. */
export function operationOf(id: string, group: string, endpoint: Endpoint, versioned: boolean): Operation {
  const parameters = [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...(endpoint.headers ?? []).map((name) => ({
      name,
      in: 'header' as const,
      required: false,
      ...requestHeaders[name],
    })),
  ]
  return {
    operationId: id,
    tags: [group],
    summary: endpoint.summary,
    description: [endpoint.description, admission(endpoint)].filter(Boolean).join('\n\n'),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: { required: true, content: bodyContent(id, endpoint.body, endpoint.consumes) },
    }),
    responses: responsesOf(id, endpoint, versioned),
    ...(endpoint.extension && { 'x-extension': true, 'x-badges': [{ name: 'Extension' }] }),
    ...(typeof endpoint.access === 'object' && { 'x-roles': endpoint.access }),
    ...(endpoint.scope && { 'x-scope': endpoint.scope }),
  }
}

/** All media types have the same content; those other than JSON have another syntax. */
function bodyContent(id: string, body: TSchema, consumes: readonly string[] = ['application/json']): Content {
  const example = telemetryExamples[id] ?? exampleOf(body, nameOfSchema)
  return Object.fromEntries(
    consumes.map((type) => [
      type,
      type === 'application/json' ? { schema: schemaOf(body), example } : { schema: textOrBytes(type) },
    ]),
  )
}

function parametersIn(place: 'path' | 'query', schema: TSchema | undefined): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as JsonSchema
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = schemaOf(property)
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description && { description }),
      ...(parameterExample(name) !== undefined && { example: parameterExample(name) }),
      ...(property['x-extension'] === true && { 'x-extension': true }),
      schema,
    }
  })
}

/** Rendered pages do not show `x-roles` and `x-scope`, so the description repeats them. */
function admission({ access, scope }: Endpoint): string {
  if (access === 'anyone') return 'Open to anyone.'
  if (access === 'operator') return 'For the operator of the installation.'
  if (access === 'computer') return 'For computers, with their credential.'
  return `**Roles:** ${access.join(', ')}.${scope ? ` **Scope:** \`${scope}\`.` : ''}`
}

function securityOf({ access, bearer }: Endpoint): Operation['security'] {
  if (access === 'anyone') return []
  const schemes: (keyof typeof securitySchemes)[] = bearer === 'api-key' ? ['apiKey'] : ['apiKey', 'accessToken']
  if (access === 'operator') return [{ operatorKey: [] }]
  if (access === 'computer') return [{ computerCredential: [] }]
  return schemes.map((scheme) => ({ [scheme]: [] }))
}
