import { type Static, Type } from 'typebox'
import { nullable } from './schema.ts'

export const pageSize = { default: 20, maximum: 100 } as const

/** The query of every v0 list. `limit` is a string that holds a whole number, as the interface types it. */
export const pageQuery = {
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      default: '20',
      hint: 'a whole number from 1 to 100',
      wholeNumber: { minimum: 1, maximum: 100 },
    }),
  ),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, hint: 'the nextCursor of an earlier answer' })),
}

export const Pagination = Type.Object({ hasMore: Type.Boolean(), nextCursor: nullable(Type.String()) })
export type Pagination = Static<typeof Pagination>
