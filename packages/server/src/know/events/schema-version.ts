import { StartRefused } from '../../ground/platform/start-refused.ts'
import { type Column, columns } from './columns.ts'

/** A newer version of Muster wrote the store, with columns that this version does not know. */
export class StoreAhead extends StartRefused {
  override readonly name = 'StoreAhead'
}

/**
 * Returns the columns that a table lacks. The table itself shows its version, so the two cannot disagree: a partly
 * migrated store gets the missing columns, whichever they are. A table with unknown columns is from a newer version.
 */
export function missingColumns(present: readonly string[]): readonly Column[] {
  const known = new Set(columns.map(({ name }) => name))
  const unknown = present.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new StoreAhead(
      `The store of usage events has columns of a newer version of Muster: ${unknown.join(', ')}. Start that version.`,
    )
  }
  const there = new Set(present)
  return columns.filter(({ name }) => !there.has(name))
}
