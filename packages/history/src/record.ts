/** What a history says, in one vocabulary for all agents. Keys are the same for every copy of the same thing. */

export interface Tokens {
  /** Without what was read from a cache or written to one. */
  readonly input: number
  readonly cacheRead: number
  /** Kept for five minutes, or for a time that nobody tells. */
  readonly cacheWrite: number
  readonly cacheWriteHour: number
  /** As billed: reasoning is a part of it. */
  readonly output: number
  readonly reasoning: number
}

/** A call of a model. */
export interface ModelCall {
  readonly key: string
  readonly session: string
  readonly timeMs: number
  /** When the answer was whole, where that is told apart from `timeMs`. */
  readonly endMs?: number | undefined
  /** As the agent spells it. */
  readonly model: string
  readonly tokens: Tokens
  /** In dollars, when the agent says so. */
  readonly cost?: number | undefined
  /** How the agent's telemetry names this call. */
  readonly telemetryId?: string | undefined
}

export interface ToolCall {
  readonly key: string
  readonly session: string
  readonly timeMs: number
  readonly name: string
}

/** What a person typed and a model got to read. */
export interface Prompt {
  readonly key: string
  readonly session: string
  readonly timeMs: number
}

export interface Session {
  readonly key: string
  /** The time of its first record. */
  readonly timeMs: number
  /** The folder it works in; empty when nothing tells. */
  readonly folder: string
  readonly version: string
  readonly branch: string
  readonly repository: string
  /** Whether a program uses the agent, and no person at a terminal; undefined when nothing tells. */
  readonly isUnattended?: boolean | undefined
  /** The session that started it. A sub-agent is no session of its own. */
  readonly parent?: string | undefined
}

/** Takes what the readers find. The same thing may come many times, in any order. */
export interface Sink {
  session(session: Session): void
  call(call: ModelCall): void
  tool(tool: ToolCall): void
  /** A tool call that failed, by its key; it may be told before the call itself. */
  failedTool(key: string): void
  prompt(prompt: Prompt): void
  /** Something that was passed over, in words for a person. */
  skipped(path: string, reason: string): void
}
