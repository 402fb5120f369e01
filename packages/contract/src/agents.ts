export interface KnownAgent {
  readonly title: string
  /** Matches the `service.name` of its telemetry. Codex has one service for each of its programs. */
  readonly service: RegExp
  /** Matches the scope of its instruments, for senders that set another service name. */
  readonly scope: RegExp
  /** Whether `muster hooks connect` can pass its hook events on. */
  readonly hasHooks: boolean
}

/**
 * The agents that Muster works with. Every part that has code for each agent (readers of telemetry and of history,
 * `connect`, hooks, computers) has a table with these ids, so a missing agent is a type error.
 */
export const agents = {
  'claude-code': {
    title: 'Claude Code',
    service: /^claude-code$/,
    scope: /^com\.anthropic\.claude_code/,
    hasHooks: true,
  },
  codex: { title: 'Codex', service: /^codex[_-]/, scope: /^codex_otel/, hasHooks: true },
  'gemini-cli': { title: 'Gemini CLI', service: /^gemini-cli$/, scope: /^gemini-cli$/, hasHooks: true },
  'qwen-code': { title: 'Qwen Code', service: /^qwen-code$/, scope: /^qwen-code$/, hasHooks: false },
  copilot: { title: 'Copilot CLI', service: /^github-copilot$/, scope: /^github\.copilot$/, hasHooks: false },
  opencode: { title: 'opencode', service: /^opencode$/, scope: /^opencode$/, hasHooks: false },
} as const satisfies Readonly<Record<string, KnownAgent>>

export type AgentId = keyof typeof agents

/** In display order. */
export const agentIds = Object.keys(agents) as readonly AgentId[]
