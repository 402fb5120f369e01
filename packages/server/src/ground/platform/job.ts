/**
 * Work that runs in this or another process. It gets its input in pieces, and returns its results in the same way.
 * Input and output must be plain data.
 */
export interface Job<Piece = unknown, Output = unknown> {
  /** Takes a piece. Returns the results that are known by then, if there are any. */
  take(piece: Piece): Iterable<Output> | undefined
  /** Called once, after the last piece. */
  finish(): Iterable<Output>
}

export type BeginJob<Input, Piece, Output> = (input: Input) => Job<Piece, Output>

/** Jobs by their name in workers. */
export type Jobs = Readonly<Record<string, BeginJob<never, never, unknown>>>

/**
 * A request to a worker. The worker answers every message with one reply and gets the next message after that. After an
 * output, the next message is `next`, until there is no further output.
 */
export type WorkerRequest =
  | { readonly kind: 'begin'; readonly job: string; readonly input: unknown }
  | { readonly kind: 'take'; readonly piece: unknown }
  | { readonly kind: 'finish' }
  | { readonly kind: 'next' }

export type WorkerReply =
  | { readonly kind: 'ok' }
  | { readonly kind: 'output'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string | undefined }
