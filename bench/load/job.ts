/** A kind of request, sent in variants: any path with any body. */
export interface RequestKind {
  readonly method: 'GET' | 'POST'
  readonly paths: readonly string[]
  /** Only ASCII, so that characters are bytes. */
  readonly bodies?: readonly string[]
  /** How often it is chosen, relative to the others of the job. */
  readonly weight?: number
}

/** A load on one server, bounded in time and in number. */
export interface Job {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  readonly kinds: readonly RequestKind[]
  /** Each connection has one request under way. */
  readonly connections: number
  readonly durationMs: number
  readonly maxRequests: number
}

export interface JobResult {
  readonly requests: number
  /** Answers whose status was not 2xx, by status. */
  readonly refused: Readonly<Record<number, number>>
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How much of one core the generator itself used; near 1 it is the bottleneck. */
  readonly generatorLoad: number
  readonly bytes: number
}
