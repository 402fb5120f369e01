import { createInOrder } from '../../../ground/platform/in-order.ts'
import type { FactPieces } from '../facts.ts'
import type { EventFile } from './event-file.ts'
import { joinedPieces } from './packed-facts.ts'

interface PackedAnswer {
  readonly pieces: readonly Uint8Array[]
  /** What was counted in them, added up. */
  readonly count: number
}

/**
 * Reads packed facts. Queries run one after the other, those of whoever came first before those of others: two at once
 * take as long, and both answers would come late. While a caller works on one answer, DuckDB adds up the next.
 */
export function createFactReader(file: Pick<EventFile, 'all'>) {
  const inOrder = createInOrder()

  async function ask(query: string): Promise<PackedAnswer> {
    const found = await file.all(query, [], (row) => ({ bytes: row.bytes(0), count: row.number(1) }))
    const count = found.reduce((sum, piece) => sum + piece.count, 0)
    return { pieces: [...joinedPieces(found.map(({ bytes }) => bytes))], count }
  }

  return {
    /** The answers of some queries in pieces, after pieces that are known already. The queries need not wait for a reader. */
    inPieces(queries: readonly string[], before: readonly Uint8Array[] = []): FactPieces {
      let isOver = false
      const nothing: PackedAnswer = { pieces: [], count: 0 }
      const answers = queries.map((query) => inOrder('facts', async () => (isOver ? nothing : ask(query))))
      // One that fails after the reader has gone is nobody's failure.
      for (const answer of answers) answer.catch(() => undefined)
      async function* read() {
        try {
          yield* before
          for (const answer of answers) yield* (await answer).pieces
        } finally {
          isOver = true
        }
      }
      return { format: 'packed', pieces: read() }
    },
    async all(queries: readonly string[]): Promise<PackedAnswer> {
      const answers = await Promise.all(queries.map((query) => inOrder('facts', () => ask(query))))
      return {
        pieces: answers.flatMap(({ pieces }) => pieces),
        count: answers.reduce((sum, { count }) => sum + count, 0),
      }
    },
  }
}
