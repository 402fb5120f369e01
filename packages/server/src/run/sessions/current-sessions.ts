import type { Session } from '@muster/contract/session'
import type { Database } from '../../ground/database/database.ts'
import { type Principal, seesAll } from '../../ground/platform/principal.ts'
import * as changesRepository from './changes-repository.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

/** The current state of a session, with the fields that decide who may see it. */
export interface CurrentSession {
  readonly sessionId: string
  readonly userId: string
  readonly computerId: string | null
  readonly version: number
  readonly session: Session
}

export interface CurrentSessions {
  find(organizationId: string, ids: readonly string[]): Promise<CurrentSession[]>
  /** Oldest change first. */
  changedSince(wanted: changesRepository.ChangedSince): Promise<{ id: string; version: number }[]>
  /** The ids of the sessions of a computer that wait or run. */
  busyOn(organizationId: string, computerId: string, limit: number): Promise<string[]>
}

/** Reads many sessions at once, for people who watch more than one. */
export function createCurrentSessions(database: Database): CurrentSessions {
  return {
    async find(organizationId, ids) {
      const rows = await repository.findMany(
        database,
        ids.map((id) => ({ organizationId, id })),
      )
      return rows.map((row) => ({
        sessionId: row.id,
        userId: row.user_id,
        computerId: row.computer_id,
        version: row.version,
        session: toWire(row),
      }))
    },

    changedSince: (wanted: changesRepository.ChangedSince) => changesRepository.changedSince(database, wanted),

    async busyOn(organizationId, computerId, limit) {
      return (await changesRepository.busyOn(database, organizationId, computerId, limit)).map(({ id }) => id)
    },
  }
}

export function maySee(principal: Principal, { userId }: Pick<CurrentSession, 'userId'>): boolean {
  return seesAll(principal) || userId === principal.userId
}
