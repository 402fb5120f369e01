import { Type } from 'typebox'
import { AccessToken, ApiKey, CreateApiKey, CreatedApiKey } from '../../api-key.ts'
import { endpoint } from '../../endpoint.ts'
import { roles } from '../../enumerations.ts'
import { Pagination, pageQuery } from '../../pagination.ts'
import { Id } from '../../schema.ts'

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
    'The key is shown this once; a repeated `Idempotency-Key` is 409 `secret_shown_once`. Owners may create keys for other users with `userId`. A key gets no scope that its maker’s bearer lacks or that the role of its user cannot use, and it lives no longer than the bearer that made it, nor than `apiKeyPolicy.maxLifetimeDays`. Without `expiresAt` it ends when it must, or never.',
  extension: true,
  access: roles,
  scope: 'keys:write',
  headers: ['Idempotency-Key'],
  body: CreateApiKey,
  answers: { 201: CreatedApiKey },
  shownOnce: 'key',
  errors: ['user_not_found', 'quota_reached'],
})

export const revoke = endpoint({
  method: 'DELETE',
  path: '/api/v0/api-keys/{id}',
  summary: 'Revoke an API key, at once and everywhere',
  description:
    'Keys that were made with it go on working, unless `children=true` revokes them too. The last way in of the last owner who has one cannot be revoked.',
  extension: true,
  access: roles,
  scope: 'keys:write',
  params: Type.Object({ id: Id }),
  query: Type.Object({
    children: Type.Optional(
      Type.Enum(['true', 'false'], {
        hint: 'true or false',
        description: 'Whether all keys that were made with it, or with one of those, are revoked too.',
      }),
    ),
  }),
  answers: { 204: null },
  errors: ['api_key_not_found', 'last_owner_key'],
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
