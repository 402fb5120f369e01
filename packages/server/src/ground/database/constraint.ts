import pg from 'pg'

const uniqueViolation = '23505'

/** Returns whether a statement failed because a row with the same unique value exists. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === uniqueViolation && error.constraint === constraint
}
