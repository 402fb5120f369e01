import type { ClientType } from '@muster/contract/telemetry'

/** What can be counted. */
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
] as const
export type UsageType = (typeof usageTypes)[number]

/**
 * One thing that an agent did, in the one shape that both stores keep. What `name`, `detail` and `extra` hold depends
 * on the type; what does not apply is empty, never null, so that grouping by all of them is always right.
 *
 * | type | name | detail | extra |
 * |---|---|---|---|
 * | session_start | | | the autonomy level it began with, or empty |
 * | message | role: user, assistant | | |
 * | model_call | model id | tier: standard, thinking | |
 * | tool_call | tool | MCP server, as it was spelt | autonomy level; empty: that of its session’s start |
 * | skill, slash_command | its name | | |
 * | hook | event | matcher | command, redacted |
 * | file | operation: create, edit | extension with its dot, or (none) | language, or empty |
 * | commit | SHA, or empty | | |
 * | pull_request | URL, or empty | | |
 */
export interface UsageEvent {
  /** 32 hexadecimal digits in lower case, the same for every delivery of the same thing. */
  readonly id: string
  /** From 1970 to the end of 2105, which is how far ClickHouse can tell days apart. */
  readonly timeMs: number
  /** Who: `e:<e-mail in lower case>`, `u:<user id>` or `a:<anonymous id>`. */
  readonly user: string
  /** The agent's own session id, or empty. */
  readonly session: string
  readonly client: ClientType
  readonly type: UsageType
  readonly name: string
  readonly detail: string
  readonly extra: string
  /** How many of it; 1 but for agents that only report sums. Like the tokens, a whole number from 0 to 2^53 - 1. */
  readonly quantity: number
  /** Of model calls: every token that the model read, cached or not. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly billableTokens: number
}

/** Events of one day that agree in everything but time and id, added up. */
export interface Fact {
  readonly user: string
  readonly session: string
  readonly client: ClientType
  readonly type: UsageType
  readonly name: string
  readonly detail: string
  readonly extra: string
  /** The sum of their quantities. */
  readonly quantity: number
  /** How many events they are. */
  readonly events: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly billableTokens: number
}

export const dayMs = 24 * 60 * 60 * 1000

/** The day of a time in UTC, as in 2026-03-01. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
