import type { EventsReceipt } from '@muster/contract/telemetry'
import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { SentBody } from '../../ground/platform/inflate.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { BodyReader } from './body-reader.ts'
import type { EventDraft, Reading } from './draft.ts'
import { noOutcomes, type Outcomes } from './metrics.ts'
import { OutcomeSorter } from './native/sort-outcomes.ts'
import type { Encoding } from './telemetry/otlp/decode.ts'
import type { Signal } from './telemetry/otlp/responses.ts'
import { createDeliver } from './writing/deliver.ts'
import type { EventWriter } from './writing/event-writer.ts'
import { tellQuality } from './writing/tell-quality.ts'
import type { UserDayBound } from './writing/user-day-bound.ts'
import { type Refused, withRefused } from './writing/with-refused.ts'

export interface Ingest {
  readonly outcomes: Outcomes
  /**
   * Resolves when all countable records are durable, with those that could not be counted. Throws `OtlpError` for an
   * invalid body. It stops when `signal` aborts: records stored by then stay, and count once if they are sent again.
   */
  telemetry(
    principal: Principal,
    signal: Signal,
    body: SentBody,
    encoding: Encoding,
    leaving?: AbortSignal,
  ): Promise<Pick<Reading, 'quarantined' | 'rejected' | 'checks'>>
  /**
   * A refused event does not affect the others. Throws a `NativeBodyError` for a body that is not a list of events, and
   * a `SyntaxError` for one that is not JSON.
   */
  native(
    principal: Principal,
    format: 'json' | 'ndjson',
    body: SentBody,
    options?: NativeOptions,
  ): Promise<EventsReceipt>
}

interface NativeOptions {
  readonly isHistory?: boolean
  readonly leaving?: AbortSignal
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

  /** Stores the drafts of one request, part by part. */
  function deliveryOf(principal: Principal, isHistory = false) {
    const refused: Refused[] = []
    const sums = { drafts: 0, added: 0 }
    return {
      sums,
      refused,
      /** Returns the drafts that were refused. */
      async add(drafts: readonly EventDraft[]): Promise<readonly EventDraft[]> {
        const delivered = await deliver(principal, drafts, isHistory)
        sums.drafts += drafts.length
        sums.added += delivered.added
        for (const { agent, type } of delivered.refused) refused.push({ agent, type })
        if (drafts.length > delivered.refused.length) onStored(principal)
        return delivered.refused
      },
    }
  }

  return {
    outcomes,

    async telemetry(principal, signal, body, encoding, leaving) {
      let given = nothingRead
      const { add, refused, sums } = deliveryOf(principal)
      const input = { signal, encoding, nowMs: clock.now() }
      for await (const part of reader.telemetry(input, body, { customer: principal, signal: leaving })) {
        if ('drafts' in part) await add(part.drafts)
        else given = part.rest
      }
      const reading = withRefused(given, refused, tooMany)
      const { organizationId, userId: sender } = principal
      const told = { ...reading, organizationId, sender, source: `otlp ${signal}`, body: body.bytes }
      await tellQuality(database, told, clock.now())
      count(sums.added, sums.drafts - refused.length, reading.rejected, reading.ignored)
      return reading
    },

    async native(principal, format, body, { isHistory, leaving } = {}) {
      const sorter = new OutcomeSorter(principal)
      const late: EventsReceipt['rejected'] = []
      const { add, refused, sums } = deliveryOf(principal, isHistory)
      const input = { format, nowMs: clock.now() }
      for await (const outcomes of reader.native(input, body, { customer: principal, signal: leaving })) {
        const { drafts, positions } = sorter.take(outcomes)
        const places = placesOf(await add(drafts), drafts)
        for (const place of places) late.push({ index: positions[place] ?? 0, error: tooMany })
      }
      const { rejected, ...toTell } = sorter.result()
      const told = withRefused(toTell, refused, tooMany)
      const { organizationId, userId: sender } = principal
      await tellQuality(database, { ...told, organizationId, sender, source: 'native', body: body.bytes }, clock.now())
      const all = late.length === 0 ? rejected : [...rejected, ...late].sort((a, b) => a.index - b.index)
      const stored = sums.drafts - refused.length
      count(sums.added, stored, all.length, 0)
      return { accepted: sums.added, duplicates: stored - sums.added, rejected: all }
    },
  }
}

const nothingRead: Omit<Reading, 'drafts'> = {
  rejected: 0,
  quarantined: [],
  told: [],
  unknownToolCalls: 0,
  unknownTools: [],
  checks: [],
  records: 0,
  ignored: 0,
}

/** The positions of some drafts within all. */
function placesOf(some: readonly EventDraft[], all: readonly EventDraft[]): number[] {
  if (some.length === 0) return []
  const wanted = new Set(some)
  return all.flatMap((draft, place) => (wanted.has(draft) ? [place] : []))
}
