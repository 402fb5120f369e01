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
  summary: 'Whether requests can be served: the database and the store of usage events answer',
  description:
    'With `only=database` the store of usage events is left out: without it telemetry is refused and new days wait, and everything else is served. A demonstration (`--demo`) is ready when it is loaded.',
  extension: true,
  access: 'anyone',
  query: Type.Object({ only: Type.Optional(Type.Enum(['database'])) }),
  answers: { 200: Type.Object({ status: Type.Literal('ready') }) },
  errors: ['unavailable', 'demonstration_loading'],
})

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  summary: 'Metrics for Prometheus',
  description:
    'Open to the machine that it runs on. From elsewhere it needs the token of the installation (`MUSTER_METRICS_TOKEN`) as bearer, and so does everybody once there is one.',
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
  headers: ['If-None-Match'],
  answers: { 200: JsonObject, 304: null },
})

export const openapiYaml = endpoint({
  method: 'GET',
  path: '/openapi.yaml',
  summary: 'This description, as OpenAPI 3.1 in YAML',
  extension: true,
  access: 'anyone',
  produces: 'application/yaml',
  headers: ['If-None-Match'],
  answers: { 200: Type.String(), 304: null },
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
