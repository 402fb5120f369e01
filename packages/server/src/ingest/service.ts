import type { EventsReceipt } from '@muster/contract/telemetry'
import type { Database } from '../database/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Principal } from '../platform/principal.ts'
import type { BodyReader } from './body-reader.ts'
import type { EventDraft, Reading } from './draft.ts'
import { noOutcomes, type Outcomes } from './metrics.ts'
import { sortOutcomes } from './native/sort-outcomes.ts'
import type { Encoding } from './telemetry/otlp/decode.ts'
import type { Signal } from './telemetry/otlp/responses.ts'
import { createDeliver } from './writing/deliver.ts'
import type { EventWriter } from './writing/event-writer.ts'
import { tellQuality } from './writing/tell-quality.ts'
import type { UserDayBound } from './writing/user-day-bound.ts'
import { withRefused } from './writing/with-refused.ts'

export interface Ingest {
  readonly outcomes: Outcomes
  /**
   * Resolves when everything that can be counted is durable, with what could not be. Throws `OtlpError` for a broken
   * body.
   */
  telemetry(
    principal: Principal,
    signal: Signal,
    body: Uint8Array,
    encoding: Encoding,
  ): Promise<Pick<Reading, 'quarantined' | 'rejected' | 'checks'>>
  /**
   * A refused event does not affect the others. Throws a `NativeBodyError` for a body that is not a list of events, and
   * a `SyntaxError` for one that is not JSON.
   */
  native(principal: Principal, format: 'json' | 'ndjson', body: Uint8Array, isHistory?: boolean): Promise<EventsReceipt>
}

interface IngestOptions {
  readonly database: Database
  readonly clock: Clock
  readonly writer: EventWriter
  readonly reader: BodyReader
  readonly bound: UserDayBound
  /** Called when events of this sender are durable, new or not. */
  readonly onStored: (sender: Principal) => void
}

export function createIngest({ database, clock, writer, reader, bound, onStored }: IngestOptions): Ingest {
  const outcomes = noOutcomes()
  const deliver = createDeliver(writer, bound)
  const tooMany = `Its user has more than ${bound.most} events on that day.`

  function count(added: number, drafts: number, quarantined: number, ignored: number): void {
    outcomes.accepted += added
    outcomes.duplicate += Math.max(0, drafts - added)
    outcomes.quarantined += quarantined
    outcomes.ignored += ignored
  }

  return {
    outcomes,

    async telemetry(principal, signal, body, encoding) {
      const given = await reader.telemetry({ signal, encoding, nowMs: clock.now() }, body)
      const { added, refused } = await deliver(principal, given.drafts)
      if (given.drafts.length > refused.length) onStored(principal)
      const reading = withRefused(given, refused, tooMany)
      const { organizationId, userId: sender } = principal
      await tellQuality(database, { ...reading, organizationId, sender, source: `otlp ${signal}`, body }, clock.now())
      count(added, given.drafts.length - refused.length, reading.rejected, reading.ignored)
      return reading
    },

    async native(principal, format, body, isHistory) {
      const given = await reader.native({ format, nowMs: clock.now() }, body)
      const { drafts, positions, rejected, ...toTell } = await sortOutcomes(principal, given)
      const { added, refused } = await deliver(principal, drafts, isHistory)
      if (drafts.length > refused.length) onStored(principal)
      const told = withRefused(toTell, refused, tooMany)
      const { organizationId, userId: sender } = principal
      await tellQuality(database, { ...told, organizationId, sender, source: 'native', body }, clock.now())
      const late = placesOf(refused, drafts).map((place) => ({ index: positions[place] ?? 0, error: tooMany }))
      const all = late.length === 0 ? rejected : [...rejected, ...late].sort((a, b) => a.index - b.index)
      const stored = drafts.length - refused.length
      count(added, stored, all.length, 0)
      return { accepted: added, duplicates: stored - added, rejected: all }
    },
  }
}

/** The positions of some drafts among all. */
function placesOf(some: readonly EventDraft[], all: readonly EventDraft[]): number[] {
  if (some.length === 0) return []
  const wanted = new Set(some)
  return all.flatMap((draft, place) => (wanted.has(draft) ? [place] : []))
}
