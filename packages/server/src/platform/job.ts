/**
 * Work that may be done here or in another process. It takes what it works on piece by piece, and gives its results the
 * same way. Everything that goes in or out must be data.
 */
export interface Job<Piece = unknown, Output = unknown> {
  take(piece: Piece): void
  /** Called once, when everything was taken. */
  finish(): Iterable<Output>
}

export type BeginJob<Input, Piece, Output> = (input: Input) => Job<Piece, Output>

/** Jobs by the name under which another process is asked for them. */
export type Jobs = Readonly<Record<string, BeginJob<never, never, unknown>>>

/** What a worker is asked; it answers every message with one reply, and gets the next one after that. */
export type WorkerRequest =
  | { readonly kind: 'begin'; readonly job: string; readonly input: unknown }
  | { readonly kind: 'take'; readonly piece: unknown }
  | { readonly kind: 'next' }

export type WorkerReply =
  | { readonly kind: 'ok' }
  | { readonly kind: 'output'; readonly output: unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string | undefined }
