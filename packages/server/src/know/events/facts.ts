import { createRowReader } from './clickhouse/row-binary.ts'
import { unpackFacts } from './duckdb/packed-facts.ts'
import { type DayFact, dayFacts, kindsOf, toDayFact, toWorkFact, type WorkFact, workFacts } from './fact-shape.ts'
import { type SessionHistory, startKinds, toStart } from './session-history.ts'

/** The encoding of an engine's facts. They are decoded where they are added up, possibly in another process. */
export type FactFormat = 'packed' | 'row binary'

/** The facts of a day as an engine returns them. */
export interface FactPieces {
  readonly format: FactFormat
  readonly pieces: AsyncIterable<Uint8Array>
}

/** The history of a day's sessions, with starts in the engine's encoding. */
export interface HistoryPieces extends Pick<SessionHistory, 'calls'> {
  readonly format: FactFormat
  readonly starts: readonly Uint8Array[]
}

export function readHistory({ format, starts, calls }: HistoryPieces): SessionHistory {
  const read = format === 'packed' ? unpackFacts(toStart) : createRowReader(startKinds, toStart)
  return { starts: starts.flatMap((piece) => [...read(piece)]), calls }
}

/** Reads pieces in order; each call yields the facts that are complete by then. */
export function factReader(format: FactFormat): (piece: Uint8Array) => Iterable<DayFact> {
  return format === 'packed' ? unpackFacts(toDayFact) : createRowReader(kindsOf(dayFacts), toDayFact)
}

/** The same for facts about costs and work. */
export function workFactReader(format: FactFormat): (piece: Uint8Array) => Iterable<WorkFact> {
  return format === 'packed' ? unpackFacts(toWorkFact) : createRowReader(kindsOf(workFacts()), toWorkFact)
}
