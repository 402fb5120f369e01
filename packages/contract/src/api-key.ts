import { type Static, Type } from 'typebox'
import { Scope } from './enumerations.ts'
import { closed, Id, IsoTime, text, UnixMs } from './schema.ts'

/** `mst_<key id>_<secret>`. The secret holds at least 256 bits: 43 characters of base64url. */
export const apiKeyPattern = /^mst_([A-Za-z0-9-]{1,64})_([A-Za-z0-9_-]{43,256})$/

const apiKeyFields = {
  id: Type.String(),
  name: Type.String(),
  userId: Type.String(),
  scopes: Type.Optional(Type.Array(Scope)),
  createdAt: IsoTime,
  expiresAt: Type.Optional(IsoTime),
  lastUsedAt: Type.Optional(IsoTime),
  lastEventAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'When usage events that were sent with it were last stored. A request that was refused does not count.',
      'x-extension': true,
    }),
  ),
  parentId: Type.Optional(Type.String({ description: 'The key that it was made with, itself or by a token of it.' })),
  children: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'How many keys that still work were made with it, or with one of those. Absent when there are none.',
    }),
  ),
}
export const ApiKey = Type.Object(apiKeyFields)
export type ApiKey = Static<typeof ApiKey>

/** The answer to a creation: the only time that the key itself is shown. */
export const CreatedApiKey = Type.Object({ ...apiKeyFields, key: Type.String() })
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const CreateApiKey = closed({
  name: text(1, 200),
  scopes: Type.Optional(
    Type.Array(Scope, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      hint: 'a list of different scopes, or left out for all',
    }),
  ),
  expiresAt: Type.Optional(Type.Union([IsoTime, UnixMs], { hint: 'an ISO 8601 date-time or Unix milliseconds' })),
  userId: Type.Optional(Id),
})
export type CreateApiKey = Static<typeof CreateApiKey>

export const AccessToken = Type.Object({ token: Type.String(), expiresAt: IsoTime })
export type AccessToken = Static<typeof AccessToken>

/** A JSON Web Key Set with public keys only. */
export const JsonWebKeySet = Type.Object({ keys: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' })) })
export type JsonWebKeySet = Static<typeof JsonWebKeySet>
