import { type Static, Type } from 'typebox'
import { closed, Email, nullable } from './schema.ts'

/**
 * Credits per calendar month (UTC). A negative number does not fail the whole request: its own entry reports it. `null`
 * removes the limit.
 */
const CreditLimit = nullable(
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, hint: 'a whole number' }),
)

export const SetUserLimits = closed({
  users: Type.Array(closed({ email: Email, limit: CreditLimit }), {
    minItems: 1,
    maxItems: 100,
    hint: 'a list of 1 to 100 entries',
  }),
})
export type SetUserLimits = Static<typeof SetUserLimits>

export const SetUserLimitsResult = Type.Object({
  updated: Type.Array(Type.Object({ email: Type.String(), limit: CreditLimit })),
  errors: Type.Array(Type.Object({ email: Type.String(), error: Type.String() })),
})
export type SetUserLimitsResult = Static<typeof SetUserLimitsResult>

export const UserLimit = Type.Object({ email: Type.String(), limit: Type.Integer(), used: Type.Integer() })
export type UserLimit = Static<typeof UserLimit>
