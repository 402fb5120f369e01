export interface KnownAgent {
  readonly title: string
  /** The `service.name` of its telemetry. Codex has a service for each of its programs. */
  readonly service: RegExp
  /** The scope of its instruments, for senders that set another service name. */
  readonly scope: RegExp
  /** Whether `muster hooks connect` can pass its hook events on. */
  readonly hasHooks: boolean
}

/**
 * The agents that Muster works with. Every part that does something for each of them (readers of telemetry and of
 * history, `connect`, hooks, computers) has a table with these ids, so a missing one is a type error.
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

/** In the order in which they are shown. */
export const agentIds = Object.keys(agents) as readonly AgentId[]
