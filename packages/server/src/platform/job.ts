/**
 * Work that runs here or in another process. It takes its input piece by piece, and returns results the same way. Input
 * and output must be plain data.
 */
export interface Job<Piece = unknown, Output = unknown> {
  take(piece: Piece): void
  /** Called once, after the last piece. */
  finish(): Iterable<Output>
}

export type BeginJob<Input, Piece, Output> = (input: Input) => Job<Piece, Output>

/** Jobs by the name under which a worker knows them. */
export type Jobs = Readonly<Record<string, BeginJob<never, never, unknown>>>

/** A request to a worker. It answers every message with one reply, and gets the next message after that. */
export type WorkerRequest =
  | { readonly kind: 'begin'; readonly job: string; readonly input: unknown }
  | { readonly kind: 'take'; readonly piece: unknown }
  | { readonly kind: 'next' }

export type WorkerReply =
  | { readonly kind: 'ok' }
  | { readonly kind: 'output'; readonly output: unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string | undefined }
