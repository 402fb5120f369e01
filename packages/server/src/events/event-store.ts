import type { Fact, UsageEvent } from './usage-event.ts'

export interface AppendResult {
  /** The ids, of those given, that the store held already. They are not stored again. */
  readonly duplicates: ReadonlySet<string>
}

/**
 * Keeps usage events and adds them up by day. Two engines stand behind it, and one suite of tests holds both to this
 * description.
 */
export interface EventStore {
  /**
   * Stores events of an organization. When it resolves, they survive a crash of every process; when it rejects, some
   * may have been stored, and appending the same events again is always safe: an event counts once, by its id.
   */
  append(organizationId: string, events: readonly UsageEvent[]): Promise<AppendResult>
  /** The facts of a day. Rejects rather than to leave out what cannot be reached. */
  facts(organizationId: string, day: string): Promise<Fact[]>
  /** The days on which a user occurs, in order. */
  daysOf(organizationId: string, user: string): Promise<string[]>
  /** Every event, a batch at a time, for moving to another store. */
  export(): AsyncIterable<{ organizationId: string; events: readonly UsageEvent[] }>
  /** How many events the store holds, counting none twice. */
  count(): Promise<number>
  ping(): Promise<void>
  close(): Promise<void>
}
