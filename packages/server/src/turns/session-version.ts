import type { Tx } from '../database/database.ts'
import type { Hints } from '../platform/hints.ts'
import { tellOfSession } from '../sessions/service.ts'
import * as repository from './repository.ts'

/** Every transition raises the version first: all that it writes carries the new one. */
export function nextVersion(row: repository.TurnRow, now: number): repository.TurnRow {
  return { ...row, version: row.version + 1, updated_at: Math.max(row.updated_at, now) }
}

/** Writes the row, and tells those who watch once it is committed. */
export async function saveAndTell(tx: Tx, hints: Hints, row: repository.TurnRow): Promise<void> {
  await repository.save(tx, row)
  tellOfSession(tx, hints, row)
}
