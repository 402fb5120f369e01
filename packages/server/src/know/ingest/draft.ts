import type { UsageEvent } from '../events/usage-event.ts'

/** A record of an agent, or a native event, before its organization, user and id are known. */
export interface EventDraft extends Omit<UsageEvent, 'id' | 'user' | 'billableTokens'> {
  /** The same for every delivery of the same event. The id is a hash of it and of the organization. */
  readonly key: string
  /** True if the key is the same for every reporter: a commit by its hash, a pull request by its address. */
  readonly isShared?: boolean | undefined
  /** The name of the agent's file, or `native`. */
  readonly agent: string
  /** In lower case. */
  readonly email?: string | undefined
  /** The agent's own id of its user or installation, if there is one. */
  readonly anonymousId?: string | undefined
  /** For points of cumulative metrics: quantity and tokens are totals since the start. */
  readonly counter?: CounterPoint | undefined
}

export interface CounterPoint {
  /** The running total to which the point belongs. */
  readonly series: string
  /** When that total started at zero. A new start begins a new total. */
  readonly startTimeNs: string
  readonly timeNs: string
}

/** A record that claims to be about usage but cannot be understood. It is stored separately and never counted. */
export interface Quarantined {
  /** The reason in one sentence. */
  readonly reason: string
  /** The record and its agent, with secrets redacted. */
  readonly what: string
}

/** What happened to records that were not counted unchanged, and why, in one sentence. */
export interface Told {
  /** `changed`: counted with a change. `passed_over`: looks like usage and is counted nowhere. */
  readonly outcome: 'refused' | 'changed' | 'passed_over'
  /** The name of the agent's file, or `native`. */
  readonly agent: string
  readonly reason: string
  readonly count: number
}

export interface UnknownTool {
  /** The implausible tool name as the agent sent it. Secrets are redacted. */
  readonly rawName: string
  readonly count: number
}

/** The result of reading a request. Lists are plain data, so that another process can read it. */
export interface Reading {
  readonly drafts: readonly EventDraft[]
  /** How many records of the request are rejected. */
  readonly rejected: number
  /** Examples of them. */
  readonly quarantined: readonly Quarantined[]
  readonly told: readonly Told[]
  /** Calls of tools without a plausible name, which count as `unknown`. */
  readonly unknownToolCalls: number
  readonly unknownTools: readonly UnknownTool[]
  /** Ids of records that only test whether telemetry arrives. */
  readonly checks: readonly string[]
  /** How many log records, spans or data points the request has. */
  readonly records: number
  /** How many of them are not about usage. */
  readonly ignored: number
}

/** The billable tokens of a model call: cached input counts a tenth. Half a token is rounded up. */
export function billableTokens(tokens: Pick<EventDraft, 'inputTokens' | 'outputTokens' | 'cacheReadTokens'>): number {
  // Works with tenths as integers, so that no binary fraction decides the rounding of a half.
  return Math.round((10 * (tokens.inputTokens + tokens.outputTokens) - 9 * tokens.cacheReadTokens) / 10)
}
