import type { Tx } from '../database/database.ts'
import type { Hints } from '../platform/hints.ts'
import { tellOfSession } from '../sessions/service.ts'
import * as repository from './repository.ts'

/** The row at the time of a change. Time does not go back in a session. */
export function touched(row: repository.TurnRow, now: number): repository.TurnRow {
  return { ...row, updated_at: Math.max(row.updated_at, now) }
}

/** Writes the row as the last part of a change, and tells those who watch once it is committed. */
export async function saveAndTell(tx: Tx, hints: Hints, row: repository.TurnRow): Promise<void> {
  const last = repository.revised(row)
  await repository.save(tx, last)
  tellOfSession(tx, hints, last)
}
