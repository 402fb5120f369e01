import type { Database } from '../../../ground/database/database.ts'
import type { Clock } from '../../../ground/platform/clock.ts'
import type { EventStore } from '../../events/event-store.ts'
import type { UsageEvent } from '../../events/usage-event.ts'
import { claimsOf } from './claims-repository.ts'
import { sessionsOf, withoutCounted } from './counted-sessions.ts'
import type { Delivery } from './delivery.ts'
import { noteTold, remaindersOfSessions, type ToldSessions } from './give-way.ts'
import { importedToWithdraw, recordImported, withoutImported, withoutTold } from './imported-events.ts'
import { relayedAmong } from './relayed-repository.ts'
import { withdrawn } from './remainder.ts'

type Shares = readonly (readonly UsageEvent[])[]

interface CompareOptions {
  readonly database: Database
  readonly store: EventStore
  readonly clock: Clock
}

/**
 * Telemetry, an agent's history and the relay may all report the same work; it counts once, from the best of these
 * sources. This needs no lock: a writer of events checks for claims of their sessions after it has stored them, and a
 * source that claims something records the claim before it reads the store. So of two concurrent writers at least one
 * sees the other, and superseded events are replaced by a version that counts less, which is idempotent.
 */
export function createCompareSources({ database, store, clock }: CompareOptions) {
  /** Cache of organizations that had no relayed or imported events when last checked. */
  const plain = new Set<string>()

  return {
    /**
     * Returns the events to store of each delivery, and last those of points. It leaves out events that a better source
     * has already stored.
     */
    async toStore(
      organizationId: string,
      batch: readonly Delivery[],
      ofPoints: readonly UsageEvent[],
    ): Promise<Shares> {
      const all = [...batch.map(({ events }) => events), ofPoints]
      if (plain.has(organizationId) && !batch.some(({ importedBy }) => importedBy)) return all
      const reported = await withoutCounted(
        database,
        organizationId,
        all.map((share, at) => (batch[at]?.isOfRelay ? [] : share)),
      )
      const ofTelemetry = reported.map((share, at) => (batch[at]?.importedBy ? [] : share))
      const sent = await withoutImported(database, organizationId, ofTelemetry)
      return Promise.all(
        reported.map((share, at) => {
          const { isOfRelay, importedBy: users } = batch[at] ?? {}
          if (isOfRelay) return all[at] ?? []
          return users ? withoutTold({ database, store, organizationId, users }, share) : (sent[at] ?? [])
        }),
      )
    },

    /** Call it when these are stored. Resolves with new versions of other events, which now count less. */
    async corrections(organizationId: string, batch: readonly Delivery[], stored: Shares): Promise<UsageEvent[]> {
      const corrected: UsageEvent[] = []
      for (const [at, { importedBy: users }] of batch.entries()) {
        const share = stored[at] ?? []
        if (!users || share.length === 0) continue
        const importing = { database, store, organizationId, users }
        await recordImported(importing, share, clock.now())
        // Telemetry that was stored meanwhile did not know these imports.
        const kept = new Set(await withoutTold(importing, share, true))
        corrected.push(...share.filter((event) => !kept.has(event)).map(withdrawn))
      }
      const reported = stored.filter((_, at) => !batch[at]?.isOfRelay)
      const { isRelayed, isImported } = await claimsOf(database, organizationId)
      if (isRelayed || isImported) plain.delete(organizationId)
      else plain.add(organizationId)
      if (isImported) {
        const telemetry = stored.filter((_, at) => !batch[at]?.isOfRelay && !batch[at]?.importedBy).flat()
        corrected.push(...(await importedToWithdraw({ database, store, organizationId }, telemetry)).map(withdrawn))
      }
      if (isRelayed) {
        const told: ToldSessions = new Map()
        noteTold(told, await relayedAmong(database, organizationId, sessionsOf(reported)), reported.flat())
        if (told.size > 0) corrected.push(...(await remaindersOfSessions({ database, store, organizationId }, told)))
      }
      return corrected
    },
  }
}
