import type { UsageEvent } from '../events/usage-event.ts'

/** What a record of an agent, or a native event, comes to before its organization, user and id are known. */
export interface EventDraft extends Omit<UsageEvent, 'id' | 'user' | 'billableTokens'> {
  /** What makes it the same event when it is delivered again. The id is a hash of it and of the organization. */
  readonly key: string
  /** The key names a thing that is the same whoever reports it: a commit by its hash, a pull request by its address. */
  readonly isShared?: boolean | undefined
  /** Who told of it: as its file is called, or `native`. */
  readonly agent: string
  /** In lower case. */
  readonly email?: string | undefined
  /** What the agent calls its user or installation, if it does. */
  readonly anonymousId?: string | undefined
  /** Of points of cumulative metrics: quantity and tokens are totals since the start, not yet what is new. */
  readonly counter?: CounterPoint | undefined
}

export interface CounterPoint {
  /** Which running total it is of. */
  readonly series: string
  /** When that total began at zero. A new start is a new total. */
  readonly startTimeNs: string
  readonly timeNs: string
}

/** A record that says it is about usage and cannot be understood. It is kept aside and counts nowhere. */
export interface Quarantined {
  /** One sentence. */
  readonly reason: string
  /** Which record of which agent, with secrets redacted. */
  readonly what: string
}

/** What became of records that do not count as they came, and why, in one sentence. */
export interface Told {
  /** `changed`: counted, but not as it came. `passed_over`: it looks like usage and is counted nowhere. */
  readonly outcome: 'refused' | 'changed' | 'passed_over'
  /** As its file is called, or `native`. */
  readonly agent: string
  readonly reason: string
  readonly count: number
}

export interface UnknownTool {
  /** The implausible tool name as the agent sent it. Secrets are redacted. */
  readonly rawName: string
  readonly count: number
}

/** What a request came to. Lists are plain, so that a reading can come from another process. */
export interface Reading {
  readonly drafts: readonly EventDraft[]
  /** How many records of the request were rejected. */
  readonly rejected: number
  /** Some of them. */
  readonly quarantined: readonly Quarantined[]
  readonly told: readonly Told[]
  /** Calls of tools that have no plausible name: they count as `unknown`. */
  readonly unknownToolCalls: number
  readonly unknownTools: readonly UnknownTool[]
  /** Ids of records that only ask whether they arrive. */
  readonly checks: readonly string[]
  /** How many log records, spans or data points the request held. */
  readonly records: number
  /** How many of them are not about usage. */
  readonly ignored: number
}

/** What a model call costs: cached input is a tenth of fresh input. Half a token counts as one. */
export function billableTokens(tokens: Pick<EventDraft, 'inputTokens' | 'outputTokens' | 'cacheReadTokens'>): number {
  // Tenths are whole numbers, so that no binary fraction decides which way a half is rounded.
  return Math.round((10 * (tokens.inputTokens + tokens.outputTokens) - 9 * tokens.cacheReadTokens) / 10)
}
