/** The records of a history, in one vocabulary for all agents. Keys are the same for every copy of the same thing. */

export interface Tokens {
  /** Without tokens that were read from a cache or written to one. */
  readonly input: number
  readonly cacheRead: number
  /** Kept for five minutes, or for an unknown time. */
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
  /** As the agent spells it. */
  readonly model: string
  readonly tokens: Tokens
  /** In dollars, if the agent reports it. */
  readonly cost?: number | undefined
  /** The name of this call in the agent's telemetry. */
  readonly telemetryId?: string | undefined
}

export interface ToolCall {
  readonly key: string
  readonly session: string
  readonly timeMs: number
  readonly name: string
}

/** A text that a person typed and a model read. */
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
  /** Whether a program uses the agent instead of a person at a terminal; undefined if unknown. */
  readonly isUnattended?: boolean | undefined
  /** The session that started it. A sub-agent is not a separate session. */
  readonly parent?: string | undefined
}

/** Takes what the readers find. The same thing may come many times, in any order. */
export interface Sink {
  session(session: Session): void
  call(call: ModelCall): void
  tool(tool: ToolCall): void
  /** A failed tool call, by its key; it may come before the call itself. */
  failedTool(key: string): void
  prompt(prompt: Prompt): void
  /** Something that was skipped, in words for a person. */
  skipped(path: string, reason: string): void
  /** A file that could not be read; it is tried again the next time. */
  failed(path: string, error: unknown): void
  /** That this many more bytes were read. */
  progress(bytes: number): void
}
