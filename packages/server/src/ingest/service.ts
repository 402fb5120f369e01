import type { Database } from '../database/database.ts'
import { dayOf } from '../events/usage-event.ts'
import type { Principal } from '../organizations/principal.ts'
import type { Clock } from '../platform/clock.ts'
import { toUsageEvent } from './attributed-draft.ts'
import { mayAttribute, userOf } from './attribution.ts'
import type { EventDraft, Note, Quarantined } from './draft.ts'
import type { EventWriter } from './event-writer.ts'
import type { NativeOutcome } from './native.ts'
import type { Encoding } from './otlp/decode.ts'
import type { Signal } from './otlp/responses.ts'
import { readTelemetry } from './read-telemetry.ts'
import * as repository from './repository.ts'

export type Ingest = ReturnType<typeof createIngest>

interface IngestOptions {
  readonly database: Database
  readonly clock: Clock
  readonly writer: EventWriter
}

export interface NativeReceipt {
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: readonly { readonly index: number; readonly error: string }[]
}

/** Counted exactly, but only so many of them are kept to look at. */
const keptRecords = 1_000

export function createIngest({ database, clock, writer }: IngestOptions) {
  async function deliver(principal: Principal, drafts: readonly EventDraft[]) {
    const { organizationId } = principal
    const attributed = drafts.map((draft) => ({ draft, user: userOf(principal, draft) }))
    const events = attributed.filter(({ draft }) => !draft.counter).map((each) => toUsageEvent(organizationId, each))
    const counters = attributed.filter(({ draft }) => draft.counter)
    const { duplicates } = await writer.write(organizationId, { events, counters })
    return { events, duplicates }
  }

  async function recordQuality(
    { organizationId }: Principal,
    source: string,
    quarantined: readonly Quarantined[],
    notes: readonly Note[],
  ) {
    if (quarantined.length + notes.length === 0) return
    const now = clock.now()
    const rows = [...tally('quarantined', quarantined, now), ...tally('renamed', notes, now)]
    await database.transaction(async (tx) => {
      await repository.addQualityCounts(tx, organizationId, rows, now)
      if (quarantined.length === 0) return
      const records = quarantined.slice(0, keptRecords).map(({ reason, what }) => ({ source, reason, record: what }))
      await repository.keepQuarantined(tx, organizationId, records, now)
      await repository.trimQuarantined(tx, organizationId, keptRecords)
    })
  }

  return {
    /** Resolves when what can be counted is durable, with what could not be. Throws `OtlpError` for a broken body. */
    async telemetry(
      principal: Principal,
      signal: Signal,
      body: Uint8Array,
      encoding: Encoding,
    ): Promise<readonly Quarantined[]> {
      const reading = readTelemetry(signal, body, encoding, clock.now())
      await deliver(principal, reading.drafts)
      await recordQuality(principal, `otlp ${signal}`, reading.quarantined, reading.notes)
      return reading.quarantined
    },

    /** Each event stands for itself: one that is refused does not keep the others from being counted. */
    async native(principal: Principal, outcomes: readonly NativeOutcome[]): Promise<NativeReceipt> {
      const drafts: EventDraft[] = []
      const notes: Note[] = []
      const rejected: { index: number; error: string }[] = []
      for (const [index, outcome] of outcomes.entries()) {
        if ('error' in outcome) rejected.push({ index, error: outcome.error })
        else if (outcome.draft.email !== undefined && !isOwnOrAllowed(principal, outcome.draft.email)) {
          rejected.push({ index, error: 'userEmail names somebody else, which needs the scope telemetry:attribute' })
        } else {
          drafts.push(outcome.draft)
          if (outcome.note !== undefined) notes.push({ reason: outcome.note, what: 'native event' })
        }
      }
      const { events, duplicates } = await deliver(principal, drafts)
      const quarantined = rejected.map(({ index, error }) => ({ reason: error, what: `native event ${index}` }))
      await recordQuality(principal, 'native', quarantined, notes)
      const again = countAgain(
        events.map((event) => event.id),
        duplicates,
      )
      return { accepted: drafts.length - again, duplicates: again, rejected }
    },
  }
}

function isOwnOrAllowed(principal: Principal, email: string): boolean {
  return mayAttribute(principal) || email === principal.email.toLowerCase()
}

/** How many of the ids were stored before, or stand here for the second time. */
function countAgain(ids: readonly string[], stored: ReadonlySet<string>): number {
  const seen = new Set<string>()
  let again = 0
  for (const id of ids) {
    if (stored.has(id) || seen.has(id)) again++
    seen.add(id)
  }
  return again
}

function tally(
  kind: repository.QualityRow['kind'],
  items: readonly Quarantined[],
  now: number,
): repository.QualityRow[] {
  const rows = new Map<string, repository.QualityRow>()
  for (const { reason, what } of items) {
    const row = rows.get(reason)
    rows.set(reason, { day: dayOf(now), kind, reason, count: (row?.count ?? 0) + 1, example: row?.example ?? what })
  }
  return [...rows.values()]
}
