import type { Tx } from '../../ground/database/database.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import { noteEndedTurn } from '../metering/count-turns.ts'
import { readInside } from '../sessions/service.ts'
import { tellOfSession } from '../sessions/tell-session.ts'
import { announce } from '../webhooks/announce.ts'
import * as repository from './repository.ts'

export interface TellingParts {
  readonly ids: Ids
  readonly hints: Hints
}

/** The row at the time of a change. The time of a session never decreases. */
export function touched(row: repository.TurnRow, now: number): repository.TurnRow {
  return { ...row, updated_at: Math.max(row.updated_at, now) }
}

/** Writes the row at the end of a change. After the commit it notifies webhooks and watchers. */
export async function saveAndTell(tx: Tx, parts: TellingParts, row: repository.TurnRow): Promise<void> {
  const last = repository.revised(row)
  repository.save(tx, last)
  const { organization_id: organizationId, id, updated_at: now, ended_turn, news = [] } = last
  if (ended_turn) await noteEndedTurn(tx, { organizationId, sessionId: id, at: now, ...ended_turn })
  for (const { event, data } of news) {
    const whole = async () => ({ sessionId: id, ...data, session: await readInside(tx, { organizationId, id }) })
    await announce(tx, parts, { organizationId, event, now, data: whole })
  }
  tellOfSession(tx, parts.hints, last)
}
