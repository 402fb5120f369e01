import { createRowReader } from './clickhouse/row-binary.ts'
import { unpackFacts } from './duckdb/packed-facts.ts'
import { type DayFact, dayFacts, kindsOf, toDayFact, toWorkFact, type WorkFact, workFacts } from './fact-shape.ts'

/** How an engine writes facts. They are read where they are added up, which may be another process. */
export type FactFormat = 'packed' | 'row binary'

/** The facts of a day as they come out of an engine. */
export interface FactPieces {
  readonly format: FactFormat
  readonly pieces: AsyncIterable<Uint8Array>
}

/** Reads pieces in order; each call gives the facts that are whole by then. */
export function factReader(format: FactFormat): (piece: Uint8Array) => Iterable<DayFact> {
  return format === 'packed' ? unpackFacts(toDayFact) : createRowReader(kindsOf(dayFacts), toDayFact)
}

/** The same for facts of money and work. */
export function workFactReader(format: FactFormat): (piece: Uint8Array) => Iterable<WorkFact> {
  return format === 'packed' ? unpackFacts(toWorkFact) : createRowReader(kindsOf(workFacts()), toWorkFact)
}
