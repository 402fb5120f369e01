import { Type } from 'typebox'

/** The size and the start of a page. */
export const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many, default 20' })),
  cursor: Type.Optional(Type.String({ maxLength: 2000, description: 'pagination.nextCursor of the answer before' })),
}
