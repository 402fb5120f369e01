/** The records of a history, in one format for all agents. All copies of a record have the same key. */

export interface Tokens {
  /** Excludes tokens that were read from a cache or written to one. */
  readonly input: number
  readonly cacheRead: number
  /** Cached for five minutes, or for an unknown time. */
  readonly cacheWrite: number
  readonly cacheWriteHour: number
  /** As billed, including reasoning. */
  readonly output: number
  readonly reasoning: number
}

/** A call of a model. */
export interface ModelCall {
  readonly key: string
  readonly session: string
  readonly timeMs: number
  /** When the answer was complete, if that differs from `timeMs`. */
  readonly endMs?: number | undefined
  /** As spelled by the agent. */
  readonly model: string
  readonly tokens: Tokens
  /** In dollars, if the agent reports it. */
  readonly cost?: number | undefined
  /** The id of this call in the agent's telemetry. */
  readonly telemetryId?: string | undefined
}

export interface ToolCall {
  readonly key: string
  readonly session: string
  readonly timeMs: number
  readonly name: string
}

/** A text that a person typed and that was sent to a model. */
export interface Prompt {
  readonly key: string
  readonly session: string
  readonly timeMs: number
}

export interface Session {
  readonly key: string
  /** The time of its first record. */
  readonly timeMs: number
  /** Its working folder; empty if unknown. */
  readonly folder: string
  readonly version: string
  readonly branch: string
  readonly repository: string
  /** Whether a program runs the agent instead of a person at a terminal; undefined if unknown. */
  readonly isUnattended?: boolean | undefined
  /** The session that started this sub-agent. A sub-agent is not a separate session. */
  readonly parent?: string | undefined
}

/** Receives the records that readers find, in any order and with duplicates. */
export interface Sink {
  session(session: Session): void
  call(call: ModelCall): void
  tool(tool: ToolCall): void
  /** The key of a failed tool call; it may precede the call itself. */
  failedTool(key: string): void
  prompt(prompt: Prompt): void
  /** Reports something skipped, in words for a person. */
  skipped(path: string, reason: string): void
  /** Reports a file that could not be read; the next run tries it again. */
  failed(path: string, error: unknown): void
  /** Reports that this many more bytes were read. */
  progress(bytes: number): void
}
