import { Type } from 'typebox'
import { AccessToken, ApiKey, CreateApiKey, CreatedApiKey } from '../api-key.ts'
import { endpoint } from '../endpoint.ts'
import { roles } from '../enumerations.ts'
import { Pagination, pageQuery } from '../pagination.ts'
import { Id } from '../schema.ts'

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/api-keys',
  summary: 'List API keys, newest first',
  description: 'One’s own; owners see all of the organization. The keys themselves are never shown again.',
  extension: true,
  access: roles,
  scope: 'keys:read',
  query: Type.Object(pageQuery),
  answers: { 200: Type.Object({ apiKeys: Type.Array(ApiKey), pagination: Pagination }) },
  items: 'apiKeys',
})

export const create = endpoint({
  method: 'POST',
  path: '/api/v0/api-keys',
  summary: 'Create an API key',
  description:
    'The key is shown this once. Owners may create keys for other users with `userId`. A key never gets scopes that its creator’s key lacks.',
  extension: true,
  access: roles,
  scope: 'keys:write',
  headers: ['Idempotency-Key'],
  body: CreateApiKey,
  answers: { 201: CreatedApiKey },
  errors: ['user_not_found'],
})

export const revoke = endpoint({
  method: 'DELETE',
  path: '/api/v0/api-keys/{id}',
  summary: 'Revoke an API key, at once and everywhere',
  extension: true,
  access: roles,
  scope: 'keys:write',
  params: Type.Object({ id: Id }),
  answers: { 204: null },
  errors: ['api_key_not_found'],
})

export const createToken = endpoint({
  method: 'POST',
  path: '/api/v0/token',
  summary: 'Turn an API key into a short-lived JWT',
  description: 'The token acts as the key does, and ends with it when the key is revoked.',
  extension: true,
  access: roles,
  bearer: 'api-key',
  answers: { 200: AccessToken },
})
