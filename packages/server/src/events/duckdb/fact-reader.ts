import { createInOrder } from '../../platform/in-order.ts'
import type { FactPieces } from '../facts.ts'
import type { EventFile } from './event-file.ts'
import { joinedPieces } from './packed-facts.ts'

interface PackedAnswer {
  readonly pieces: readonly Uint8Array[]
  /** How many facts they have. */
  readonly count: number
}

/**
 * Reads packed facts. Queries run one after the other, those of whoever came first before those of others: two at once
 * take as long, and both answers would come late. While a caller works on one answer, DuckDB adds up the next.
 */
export function createFactReader(file: EventFile) {
  const inOrder = createInOrder()

  async function* answersOf(queries: readonly string[], values: readonly string[]): AsyncGenerator<PackedAnswer> {
    let isOver = false
    const ask = async (query: string): Promise<PackedAnswer> => {
      if (isOver) return { pieces: [], count: 0 }
      const found = await file.all(query, [...values], (row) => ({ bytes: row.bytes(0), count: row.number(1) }))
      const count = found.reduce((sum, piece) => sum + piece.count, 0)
      return { pieces: [...joinedPieces(found.map(({ bytes }) => bytes))], count }
    }
    const answers = queries.map((query) => inOrder('facts', () => ask(query)))
    // One that fails after the caller has gone is nobody's failure.
    for (const answer of answers) answer.catch(() => undefined)
    try {
      for (const answer of answers) yield await answer
    } finally {
      isOver = true
    }
  }

  async function* bytesOf(before: readonly Uint8Array[], queries: readonly string[], values: readonly string[]) {
    yield* before
    for await (const { pieces } of answersOf(queries, values)) yield* pieces
  }

  return {
    /** The answers of some queries in pieces, after pieces that are known already. */
    inPieces(queries: readonly string[], values: readonly string[], before: readonly Uint8Array[] = []): FactPieces {
      return { format: 'packed', pieces: bytesOf(before, queries, values) }
    },
    async all(queries: readonly string[], values: readonly string[]) {
      const answers = await Array.fromAsync(answersOf(queries, values))
      return {
        pieces: answers.flatMap(({ pieces }) => pieces),
        count: answers.reduce((sum, { count }) => sum + count, 0),
      }
    },
  }
}
