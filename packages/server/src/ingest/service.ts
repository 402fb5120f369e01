import type { EventsReceipt } from '@muster/contract/telemetry'
import type { Database } from '../database/database.ts'
import type { UsageEvent } from '../events/usage-event.ts'
import type { Principal } from '../organizations/principal.ts'
import type { Clock } from '../platform/clock.ts'
import { toUsageEvent } from './attributed-draft.ts'
import { mayAttribute, userOf } from './attribution.ts'
import type { BodyReader } from './body-reader.ts'
import type { EventDraft, Reading } from './draft.ts'
import type { EventWriter, Receipt } from './event-writer.ts'
import { sortOutcomes } from './native-outcomes.ts'
import type { Encoding } from './otlp/decode.ts'
import type { Signal } from './otlp/responses.ts'
import { noOutcomes } from './outcomes.ts'
import { tellQuality } from './tell-quality.ts'
import { type AttributedPoint, toPoint } from './total-keeper.ts'

export type Ingest = ReturnType<typeof createIngest>

interface IngestOptions {
  readonly database: Database
  readonly clock: Clock
  readonly writer: EventWriter
  readonly reader: BodyReader
}

/** To prepare so many takes some ten milliseconds. */
const draftsOfPortion = 4_000

export function createIngest({ database, clock, writer, reader }: IngestOptions) {
  const outcomes = noOutcomes()

  /** In portions, so that others have their turn. A failure leaves some stored; sent again, they count once. */
  async function deliver(principal: Principal, drafts: readonly EventDraft[]): Promise<Receipt> {
    let added = 0
    const counters = drafts.filter(({ counter }) => counter !== undefined)
    added += (await deliverPortion(principal, counters)).added
    const others = counters.length === 0 ? drafts : drafts.filter(({ counter }) => counter === undefined)
    for (let at = 0; at < others.length; at += draftsOfPortion) {
      added += (await deliverPortion(principal, others.slice(at, at + draftsOfPortion))).added
    }
    return { added }
  }

  function deliverPortion(principal: Principal, drafts: readonly EventDraft[]): Promise<Receipt> {
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

  function count(added: number, drafts: number, quarantined: number, ignored: number): void {
    outcomes.accepted += added
    outcomes.duplicate += Math.max(0, drafts - added)
    outcomes.quarantined += quarantined
    outcomes.ignored += ignored
  }

  return {
    outcomes,

    /** Resolves when what can be counted is durable, with what could not be. Throws `OtlpError` for a broken body. */
    async telemetry(
      principal: Principal,
      signal: Signal,
      body: Uint8Array,
      encoding: Encoding,
    ): Promise<Pick<Reading, 'quarantined' | 'rejected' | 'checks'>> {
      const reading = await reader.telemetry({ signal, encoding, nowMs: clock.now() }, body)
      const { added } = await deliver(principal, reading.drafts)
      const { organizationId, userId: sender } = principal
      await tellQuality(database, { ...reading, organizationId, sender, source: `otlp ${signal}`, body }, clock.now())
      count(added, reading.drafts.length, reading.rejected, reading.ignored)
      return reading
    },

    /**
     * Each event stands for itself: one that is refused does not keep the others from being counted. Throws a
     * `NativeBodyError` for a body that is no list of events, and a `SyntaxError` for one that is no JSON.
     */
    async native(principal: Principal, format: 'json' | 'ndjson', body: Uint8Array): Promise<EventsReceipt> {
      const given = await reader.native({ format, nowMs: clock.now() }, body)
      const { drafts, rejected, ...toTell } = sortOutcomes(principal, given)
      const { added } = await deliver(principal, drafts)
      const { organizationId, userId: sender } = principal
      await tellQuality(database, { ...toTell, organizationId, sender, source: 'native', body }, clock.now())
      count(added, drafts.length, rejected.length, 0)
      return { accepted: added, duplicates: drafts.length - added, rejected }
    },
  }
}
