import { createInOrder } from '../../../ground/platform/in-order.ts'
import type { FactPieces } from '../facts.ts'
import type { EventFile } from './event-file.ts'
import { joinedPieces } from './packed-facts.ts'

interface PackedAnswer {
  readonly pieces: readonly Uint8Array[]
  /** The sum of the counts of all pieces. */
  readonly count: number
}

/**
 * Reads packed facts. Queries run one at a time, in the order of their callers: two concurrent queries take as long as
 * two in sequence, and both answers would come late. While a caller processes one answer, DuckDB computes the next.
 */
export function createFactReader(file: Pick<EventFile, 'all'>) {
  const inOrder = createInOrder()

  async function ask(query: string): Promise<PackedAnswer> {
    const found = await file.all(query, [], (row) => ({ bytes: row.bytes(0), count: row.number(1) }))
    const count = found.reduce((sum, piece) => sum + piece.count, 0)
    return { pieces: [...joinedPieces(found.map(({ bytes }) => bytes))], count }
  }

  return {
    /**
     * Returns the answers of some queries in pieces, after the pieces in `before`. The queries start before the first
     * piece is read.
     */
    inPieces(queries: readonly string[], before: readonly Uint8Array[] = []): FactPieces {
      let isOver = false
      const nothing: PackedAnswer = { pieces: [], count: 0 }
      const answers = queries.map((query) => inOrder('facts', async () => (isOver ? nothing : ask(query))))
      // If a query fails after the reader has stopped, its rejection must not count as unhandled.
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
