import type { UsageEvent } from '../events/usage-event.ts'

/** What a record of an agent, or a native event, comes to before its organization, user and id are known. */
export interface EventDraft extends Omit<UsageEvent, 'id' | 'user' | 'billableTokens'> {
  /** What makes it the same event when it is delivered again. The id is a hash of it and of the organization. */
  readonly key: string
  /** The key names a thing that is the same whoever reports it: a commit by its hash, a pull request by its address. */
  readonly isShared?: boolean | undefined
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

/** What a request came to. */
export interface Reading {
  readonly drafts: readonly EventDraft[]
  /** Each is one record of the request that was rejected. */
  readonly quarantined: readonly Quarantined[]
  /** What agents gave as names of tools, and are none: those calls count as `unknown`. Secrets are redacted. */
  readonly unknownTools: readonly string[]
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
