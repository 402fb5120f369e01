import type { StoredEvent } from './queries.ts'
import type { UsageEvent } from './usage-event.ts'

/** Small enough for memory, and large enough for efficient writes. */
const batchSize = 10_000

export interface ExportBatch {
  readonly organizationId: string
  readonly events: readonly UsageEvent[]
  /** When the store received each of them. */
  readonly arrivedMs: readonly number[]
}

/** Collects pieces of an answer into batches of one organization each. */
export async function* batchesOf(pieces: AsyncIterable<readonly StoredEvent[]>): AsyncGenerator<ExportBatch> {
  let gathered: StoredEvent[] = []
  for await (const piece of pieces) {
    gathered = gathered.concat(piece)
    if (gathered.length < batchSize) continue
    yield* byOrganization(gathered)
    gathered = []
  }
  yield* byOrganization(gathered)
}

function* byOrganization(stored: readonly StoredEvent[]): Generator<ExportBatch> {
  for (const [organizationId, group] of Map.groupBy(stored, (one) => one.organizationId)) {
    yield { organizationId, events: group.map(({ event }) => event), arrivedMs: group.map((one) => one.arrivedMs) }
  }
}
