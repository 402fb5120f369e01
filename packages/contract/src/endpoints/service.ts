import { Type } from 'typebox'
import { JsonWebKeySet } from '../api-key.ts'
import { endpoint } from '../endpoint.ts'
import { JsonObject } from '../schema.ts'

export const health = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process is alive',
  extension: true,
  access: 'anyone',
  answers: { 200: Type.Object({ status: Type.Literal('ok') }) },
})

export const ready = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether requests can be served: the database answers',
  extension: true,
  access: 'anyone',
  answers: { 200: Type.Object({ status: Type.Literal('ready') }) },
})

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  summary: 'Metrics for Prometheus',
  description: 'Open, unless the installation sets a token for it.',
  extension: true,
  access: 'anyone',
  produces: 'text/plain',
  answers: { 200: Type.String() },
  errors: ['unauthorized'],
})

export const openapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This description, as OpenAPI 3.1',
  extension: true,
  access: 'anyone',
  answers: { 200: JsonObject },
})

export const docs = endpoint({
  method: 'GET',
  path: '/docs',
  summary: 'The API reference, as a page',
  extension: true,
  access: 'anyone',
  produces: 'text/html',
  answers: { 200: Type.String() },
})

export const jwks = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys of the tokens that this service signs',
  extension: true,
  access: 'anyone',
  answers: { 200: JsonWebKeySet },
})
