import type { EventsReceipt } from '@muster/contract/telemetry'
import type { Database } from '../database/database.ts'
import type { UsageEvent } from '../events/usage-event.ts'
import type { Principal } from '../organizations/principal.ts'
import type { Clock } from '../platform/clock.ts'
import { toUsageEvent } from './attributed-draft.ts'
import { mayAttribute, userOf } from './attribution.ts'
import type { EventDraft, Reading } from './draft.ts'
import type { EventWriter } from './event-writer.ts'
import type { NativeOutcome } from './native.ts'
import { sortOutcomes } from './native-outcomes.ts'
import type { Encoding } from './otlp/decode.ts'
import type { Signal } from './otlp/responses.ts'
import { readTelemetry } from './read-telemetry.ts'
import { tellQuality } from './tell-quality.ts'
import { type AttributedPoint, toPoint } from './total-keeper.ts'

export type Ingest = ReturnType<typeof createIngest>

interface IngestOptions {
  readonly database: Database
  readonly clock: Clock
  readonly writer: EventWriter
}

export function createIngest({ database, clock, writer }: IngestOptions) {
  function deliver(principal: Principal, drafts: readonly EventDraft[]) {
    const { organizationId } = principal
    const events: UsageEvent[] = []
    const points: AttributedPoint[] = []
    for (const draft of drafts) {
      const attributed = { draft, user: userOf(principal, draft), mayAttribute: mayAttribute(principal) }
      if (draft.counter) points.push(toPoint(attributed, draft.counter))
      else events.push(toUsageEvent(organizationId, attributed))
    }
    return writer.write(organizationId, { events, points })
  }

  return {
    /** Resolves when what can be counted is durable, with what could not be. Throws `OtlpError` for a broken body. */
    async telemetry(
      principal: Principal,
      signal: Signal,
      body: Uint8Array,
      encoding: Encoding,
    ): Promise<Pick<Reading, 'quarantined' | 'rejected' | 'checks'>> {
      const reading = readTelemetry(signal, body, encoding, clock.now())
      await deliver(principal, reading.drafts)
      const { organizationId, userId: sender } = principal
      await tellQuality(database, { ...reading, organizationId, sender, source: `otlp ${signal}`, body }, clock.now())
      return reading
    },

    /** Each event stands for itself: one that is refused does not keep the others from being counted. */
    async native(principal: Principal, outcomes: readonly NativeOutcome[], body: Uint8Array): Promise<EventsReceipt> {
      const { drafts, rejected, ...toTell } = sortOutcomes(principal, outcomes)
      const { added } = await deliver(principal, drafts)
      const { organizationId, userId: sender } = principal
      await tellQuality(database, { ...toTell, organizationId, sender, source: 'native', body }, clock.now())
      return { accepted: added, duplicates: drafts.length - added, rejected }
    },
  }
}
