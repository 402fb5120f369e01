import type { TSchema } from 'typebox'
import { commonErrors, type Endpoint } from '../endpoint.ts'
import { type ErrorCode, errors, Problem } from '../errors.ts'
import { groupBy } from '../group-by.ts'
import { OtlpStatus } from '../telemetry.ts'
import { exampleOf } from './example-of.ts'
import { linksOf } from './links.ts'
import { nameOfSchema, schemaOf } from './schemas.ts'
import type { Example, Header, JsonSchema, Operation, Reference, Response } from './types.ts'

const integer = { type: 'integer', minimum: 0 }

/** Each response header once; answers refer to them. */
export const componentHeaders: Record<string, Header> = {
  'x-request-id': {
    description: 'The id of this request, in the log and in every error.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'How many requests one window allows.', schema: integer },
  'RateLimit-Remaining': { description: 'How many requests are left in this window.', schema: integer },
  'RateLimit-Reset': { description: 'The seconds until the window begins anew.', schema: integer },
  'Retry-After': { description: 'The seconds to wait before another try.', schema: integer },
  'WWW-Authenticate': { description: 'The scheme that is asked for.', schema: { type: 'string', const: 'Bearer' } },
  'Accept-Encoding': {
    description: 'What a body may be compressed with here; `identity` for not at all.',
    schema: { type: 'string', examples: ['gzip, zstd, br, deflate'] },
  },
  ETag: {
    description: 'Names this version, to be sent back as `If-Match` or `If-None-Match`.',
    schema: { type: 'string', examples: ['"7"'] },
  },
}

const everywhere = ['x-request-id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const withStatus: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  415: ['Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/**
 * One example for each error code, so that even codes that belong to no operation, such as `path_not_found`, are
 * documented.
 */
export function componentExamples(): Record<string, Example> {
  return Object.fromEntries(
    Object.entries(errors).map(([code, { status, title, help }]) => {
      const fields = code === 'invalid_request' && { errors: [{ path: 'computerId', message: 'must be an id' }] }
      const requestId = '019cd6f1-7e02-7a94-8b3d-c15f20e9d746'
      return [
        code,
        { summary: title, description: help, value: { title, detail: help, status, requestId, code, ...fields } },
      ]
    }),
  )
}

/** Errors that any request may get before its operation is determined. */
const ofEvery = ['request_timeout', 'headers_too_large'] as const satisfies ErrorCode[]
const ofReading = ['not_acceptable'] as const satisfies ErrorCode[]

export function componentResponses(): Record<string, Response> {
  return Object.fromEntries([...ofEvery, ...ofReading].map((code) => [code, problemResponse([code], ['x-request-id'])]))
}

/** The responses of an endpoint: its own answers, then one for each possible error status. */
export function responsesOf(id: string, endpoint: Endpoint, versioned: boolean): Operation['responses'] {
  const answers = Object.entries(endpoint.answers).map(([status, schema]) => [
    status,
    success(id, status, schema, endpoint, versioned ? ['ETag'] : []),
  ])
  const codes = new Set([...commonErrors(endpoint), ...(endpoint.errors ?? [])])
  const byStatus = groupBy(codes, (code) => errors[code].status)
  const problems = [...byStatus].map(([status, codes]) => [status, problem(String(status), codes, endpoint)])
  const shared = [...ofEvery, ...(endpoint.method === 'GET' ? ofReading : [])]
  return Object.fromEntries([
    ...shared.map((code) => [errors[code].status, { $ref: `#/components/responses/${code}` }]),
    ...answers,
    ...problems,
  ])
}

const meanings: Record<string, string> = { 201: 'Created', 304: 'What you have still holds; there is no body' }

function success(id: string, status: string, schema: TSchema | null, endpoint: Endpoint, more: string[]): Response {
  const description = meanings[status] ?? (schema ? 'OK' : 'Done; there is no body')
  const { produces = 'application/json', alsoProduces = [] } = endpoint
  const example = schema && produces === 'application/json' && { example: exampleOf(schema, nameOfSchema) }
  const others = Object.fromEntries(alsoProduces.map((type) => [type, { schema: textOrBytes(type) }]))
  const content = schema && { content: { [produces]: { schema: schemaOf(schema), ...example }, ...others } }
  const links = schema && linksOf(id, endpoint)
  return { description, headers: headers([...everywhere, ...more]), ...content, ...(links && { links }) }
}

/** The description of a media type that is not JSON. */
export function textOrBytes(mediaType: string): JsonSchema {
  return mediaType === 'application/x-protobuf' ? { type: 'string', format: 'binary' } : { type: 'string' }
}

function problem(status: string, codes: readonly ErrorCode[], endpoint: Endpoint): Response {
  const names = [...everywhere, ...(withStatus[status] ?? [])]
  return endpoint.errorFormat === 'otlp' ? otlpResponse(codes, names) : problemResponse(codes, names)
}

function problemResponse(codes: readonly ErrorCode[], names: readonly string[]): Response {
  return {
    description: meaning(codes),
    headers: headers(names),
    content: {
      'application/problem+json': {
        schema: schemaOf(Problem),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

function otlpResponse(codes: readonly ErrorCode[], names: readonly string[]): Response {
  return {
    description: meaning(codes),
    headers: headers(names),
    content: {
      'application/json': { schema: schemaOf(OtlpStatus) },
      'application/x-protobuf': { schema: textOrBytes('application/x-protobuf') },
    },
  }
}

/** The codes come first, because readers see only the first line until they unfold it. */
function meaning(codes: readonly ErrorCode[]): string {
  const lines = codes.map((code) => `\`${code}\`: ${errors[code].help}`)
  if (lines.length === 1) return lines.join()
  return [codes.map((code) => `\`${code}\``).join(', '), '', ...lines.map((line) => `- ${line}`)].join('\n')
}

function headers(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
