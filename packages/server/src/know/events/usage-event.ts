import type { ClientType } from '@muster/contract/telemetry'

/** Everything that is counted. */
export const usageTypes = [
  'session_start',
  'message',
  'model_call',
  'tool_call',
  'skill',
  'slash_command',
  'hook',
  'file',
  'commit',
  'pull_request',
  'tool_result',
  'tool_decision',
  'model_failure',
  'line_change',
  'active_time',
] as const
export type UsageType = (typeof usageTypes)[number]

/** Types that only add details to other events. They make no user active and no session. */
const reportTypes: ReadonlySet<UsageType> = new Set([
  'tool_result',
  'tool_decision',
  'model_failure',
  'line_change',
  'active_time',
])

/** The types that are counted by themselves. */
export const countedTypes: readonly UsageType[] = usageTypes.filter((type) => !reportTypes.has(type))

/**
 * One thing that an agent did, in the format that both stores use. The meaning of `name`, `detail` and `extra` depends
 * on the type; fields that do not apply are empty, never null, so that grouping by all of them is always right.
 *
 * | type | name | detail | extra |
 * |---|---|---|---|
 * | session_start | | | the autonomy level it began with, or empty |
 * | message | role: user, assistant | | |
 * | model_call | model id | tier: standard, thinking | `helper` for a call outside of a conversation |
 * | tool_call | tool | MCP server, as it was spelt | autonomy level; empty: that of its session’s start |
 * | skill, slash_command | its name | | |
 * | hook | event | matcher | command, redacted |
 * | file | operation: create, edit | extension with its dot, or (none) | language, or empty |
 * | commit | SHA, or empty | | |
 * | pull_request | URL, or empty | | |
 * | tool_result | tool | MCP server | |
 * | tool_decision | tool | MCP server | |
 * | model_failure | model id | | |
 * | line_change | added, removed | | |
 * | active_time | user, agent | | |
 *
 * A tool call has its own outcome and decision if the agent reports all of it at once. If the agent reports them
 * separately, or the call was refused and never ran, they are a `tool_result` and a `tool_decision`. So sums over all
 * types count each outcome and decision once.
 */
export interface UsageEvent {
  /** 32 hexadecimal digits in lower case, the same for every delivery of the same event. */
  readonly id: string
  /** From 1970 to the end of 2105, the last day that ClickHouse can represent. */
  readonly timeMs: number
  /** The user: `e:<e-mail in lower case>`, `u:<user id>` or `a:<anonymous id>`. */
  readonly user: string
  /** The agent's own session id, or empty. */
  readonly session: string
  readonly client: ClientType
  readonly type: UsageType
  readonly name: string
  readonly detail: string
  readonly extra: string
  /**
   * The number of occurrences; 1 except for agents that only report sums. Like the tokens, a non-negative integer below
   * 2^53.
   */
  readonly quantity: number
  /** For model calls: every token that the model read, cached or not. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly billableTokens: number
  /** The agent's id in `contract/src/agents.ts`; `native` for a sender that names none. */
  readonly agent: string
  readonly agentVersion: string
  /** Host, owner and name, as in `github.com/example/repo`. */
  readonly repository: string
  readonly branch: string
  /** The sender's name for its team. A team that an owner sets takes precedence and is not stored here. */
  readonly team: string
  /** The model as the sender spelled it, if that differs from `name`. */
  readonly rawName: string
  /** For tool calls and tool results. */
  readonly outcome: '' | 'success' | 'error'
  /** For errors: the kind, in the agent's own words. */
  readonly errorKind: string
  readonly decision: '' | 'accept' | 'refuse'
  readonly decidedBy: '' | 'person' | 'policy'
  /** The currency of the cost: three capital letters. */
  readonly currency: string
  /**
   * The cost that the agent reports, in billionths of the currency. Like all following fields, null if not reported.
   */
  readonly cost: number | null
  readonly linesAdded: number | null
  readonly linesRemoved: number | null
  readonly durationMs: number | null
  /**
   * The part of `cacheWriteTokens` that is cached for an hour. The rest is cached for five minutes or an unknown time.
   */
  readonly cacheWriteHourTokens: number | null
  /**
   * For a point of a running total: the total itself, as the event's numbers contain only the increase; see
   * `running-totals.ts`.
   */
  readonly total: string
}

/** The `extra` of a model call that the agent makes for itself, such as one for a title. It begins no session. */
export const helperCall = 'helper'

/** The ISO 4217 code for an amount without a currency, such as a number of requests, which is no cost. */
export const noCurrency = 'XXX'

/** The values of all fields that a sender did not report. */
export const unreported = {
  agent: '',
  agentVersion: '',
  repository: '',
  branch: '',
  team: '',
  rawName: '',
  outcome: '',
  errorKind: '',
  decision: '',
  decidedBy: '',
  currency: '',
  cost: null,
  linesAdded: null,
  linesRemoved: null,
  durationMs: null,
  cacheWriteHourTokens: null,
  total: '',
} as const satisfies Partial<UsageEvent>

/** The content of an event of which only the type is known. */
export const blank = {
  name: '',
  detail: '',
  extra: '',
  quantity: 1,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  billableTokens: 0,
  ...unreported,
} as const satisfies Partial<UsageEvent>

/** Events of one day that agree in everything but time and id, added up. */
export interface Fact
  extends Pick<UsageEvent, 'user' | 'session' | 'client' | 'type' | 'name' | 'detail' | 'extra'>,
    Pick<UsageEvent, 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens' | 'billableTokens'> {
  /**
   * The kind of fact; empty if it covers people, sessions and names together. Fields that are irrelevant to the kind
   * are empty or 0.
   */
  readonly about: '' | 'people' | 'names' | 'people and names'
  /** The sum of the events' quantities. */
  readonly quantity: number
  /** The number of these events. */
  readonly events: number
}
