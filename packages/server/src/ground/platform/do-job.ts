import type { BeginJob } from './job.ts'
import type { Pieces, Workers } from './workers.ts'

interface JobSpecification<Input, Piece, Output> {
  /** The name of the job in workers. */
  readonly name: string
  readonly begin: BeginJob<Input, Piece, Output>
  readonly input: Input
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>
  readonly sizeOf: (piece: Piece) => number
  /**
   * Jobs up to this size run in this process: they take a few milliseconds, nearly as long as sending them to a worker.
   */
  readonly smallSize: number
  readonly signal?: AbortSignal | undefined
}

/** Runs a small job in this process, and any other in a worker. */
export async function* doJob<Input, Piece, Output>(
  workers: Workers,
  { name, begin, input, pieces, sizeOf, smallSize, signal }: JobSpecification<Input, Piece, Output>,
): AsyncGenerator<Output, void> {
  const source = iteratorOf(pieces)
  const held: Piece[] = []
  let size = 0
  try {
    for (let next = await source.next(); ; next = await source.next()) {
      if (next.done) {
        const job = begin(input)
        for (const piece of held) yield* job.take(piece) ?? []
        return yield* job.finish()
      }
      held.push(next.value)
      size += sizeOf(next.value)
      if (size > smallSize) return yield* workers.run<Output>(name, input, following(held, source), { signal })
    }
  } finally {
    await source.return?.()
  }
}

function iteratorOf<Piece>(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncIterator<Piece> | Iterator<Piece> {
  return Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
}

async function* following<Piece>(held: Piece[], source: AsyncIterator<Piece> | Iterator<Piece>): Pieces {
  for (let piece = held.shift(); piece !== undefined; piece = held.shift()) yield piece
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}
