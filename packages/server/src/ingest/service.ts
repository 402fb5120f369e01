import type { EventsReceipt } from '@muster/contract/telemetry'
import type { Database } from '../database/database.ts'
import { dayOf, type UsageEvent } from '../events/usage-event.ts'
import type { Principal } from '../organizations/principal.ts'
import type { Clock } from '../platform/clock.ts'
import * as quality from '../quality/data-quality.ts'
import { toUsageEvent } from './attributed-draft.ts'
import { mayAttribute, userOf } from './attribution.ts'
import type { BodyReader } from './body-reader.ts'
import type { EventDraft, Quarantined, Reading } from './draft.ts'
import type { EventWriter, Receipt } from './event-writer.ts'
import type { NativeOutcome } from './native.ts'
import type { Encoding } from './otlp/decode.ts'
import type { Signal } from './otlp/responses.ts'
import { noOutcomes } from './outcomes.ts'
import { type AttributedPoint, toPoint } from './total-keeper.ts'

export type Ingest = ReturnType<typeof createIngest>

interface IngestOptions {
  readonly database: Database
  readonly clock: Clock
  readonly writer: EventWriter
  readonly reader: BodyReader
}

/** Counted exactly, but only so many of them are kept to look at. */
const keptRecords = 1_000
const keptToolNames = 200

/** To prepare so many takes some ten milliseconds. */
const draftsOfPortion = 4_000

export function createIngest({ database, clock, writer, reader }: IngestOptions) {
  const outcomes = noOutcomes()

  /** In portions, so that others have their turn. A failure leaves some stored; sent again, they count once. */
  async function deliver(principal: Principal, drafts: readonly EventDraft[]): Promise<Receipt> {
    let added = 0
    // The differences of a running total are taken in the order of its points, so those stay together.
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

  /** A request that is repeated as a whole is counted here again; only what is stored is known by its id. */
  async function recordQuality(
    { organizationId }: Principal,
    source: string,
    { quarantined, unknownTools }: { quarantined: readonly Quarantined[]; unknownTools: readonly string[] },
  ): Promise<void> {
    if (quarantined.length + unknownTools.length === 0) return
    const now = clock.now()
    const day = dayOf(now)
    const counts: quality.Count[] = [
      ...tally(
        'quarantined',
        quarantined.map(({ reason }) => reason),
      ),
      ...tally('unknown_tool', unknownTools),
      { kind: 'unknown_tool', reason: '', count: unknownTools.length },
    ]
    const records = quarantined.slice(0, keptRecords).map(({ reason, what }) => ({ source, reason, record: what }))
    await database.transaction(async (tx) => {
      await quality.add(tx, organizationId, day, counts)
      if (unknownTools.length > 0) await quality.trimTools(tx, organizationId, day, keptToolNames)
      if (records.length === 0) return
      await quality.keepQuarantined(tx, organizationId, records, now)
      await quality.trimQuarantined(tx, organizationId, keptRecords)
    })
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
    ): Promise<Pick<Reading, 'quarantined' | 'checks'>> {
      const reading = await reader.telemetry({ signal, encoding, nowMs: clock.now() }, body)
      const { added } = await deliver(principal, reading.drafts)
      await recordQuality(principal, `otlp ${signal}`, reading)
      count(added, reading.drafts.length, reading.quarantined.length, reading.ignored)
      return reading
    },

    /**
     * Each event stands for itself: one that is refused does not keep the others from being counted. Throws a
     * `NativeBodyError` for a body that is no list of events, and a `SyntaxError` for one that is no JSON.
     */
    async native(principal: Principal, format: 'json' | 'ndjson', body: Uint8Array): Promise<EventsReceipt> {
      const outcomes = await reader.native({ format, nowMs: clock.now() }, body)
      const drafts: EventDraft[] = []
      const unknownTools: string[] = []
      const quarantined: Quarantined[] = []
      const rejected: { index: number; error: string }[] = []
      for (const [index, given] of outcomes.entries()) {
        const outcome = permitted(principal, given)
        if ('error' in outcome) {
          rejected.push({ index, error: outcome.error })
          quarantined.push({ reason: outcome.reason ?? outcome.error, what: `native event ${index}: ${outcome.error}` })
        } else {
          drafts.push(outcome.draft)
          if (outcome.unknownTool !== undefined) unknownTools.push(outcome.unknownTool)
        }
      }
      const { added } = await deliver(principal, drafts)
      await recordQuality(principal, 'native', { quarantined, unknownTools })
      count(added, drafts.length, quarantined.length, 0)
      return { accepted: added, duplicates: drafts.length - added, rejected }
    },
  }
}

function permitted(principal: Principal, outcome: NativeOutcome): NativeOutcome {
  if ('error' in outcome || outcome.draft.email === undefined || mayAttribute(principal)) return outcome
  if (outcome.draft.email === principal.email.toLowerCase()) return outcome
  return { error: 'userEmail names somebody else, which needs the scope telemetry:attribute.' }
}

function tally(kind: quality.QualityKind, reasons: readonly string[]): quality.Count[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => ({ kind, reason, count }))
}
