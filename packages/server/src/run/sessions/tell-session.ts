import type { Tx } from '../../ground/database/database.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { SessionRow } from './repository.ts'

/** After the commit, every watcher of the session reads it again. */
export function tellOfSession(
  tx: Tx,
  hints: Hints,
  row: Pick<SessionRow, 'organization_id' | 'id' | 'version'>,
  gone?: { readonly userId: string; readonly computerId: string | null },
): void {
  const { organization_id: organizationId, id: sessionId, version } = row
  tx.afterCommit(() => hints.publish({ kind: 'session', organizationId, sessionId, version, ...(gone && { gone }) }))
}

/** After the commit, the node of the computer checks for new work. */
export function tellComputer(tx: Tx, hints: Hints, computerId: string | null, goneSessionId?: string): void {
  if (computerId === null) return
  tx.afterCommit(() => hints.publish({ kind: 'computer', computerId, ...(goneSessionId && { goneSessionId }) }))
}
