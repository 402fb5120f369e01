import type { ExportBatch } from './export-batches.ts'
import type { FactPieces } from './facts.ts'
import type { FoldedNames } from './name-bounds.ts'
import type { SessionHistory } from './session-history.ts'
import type { UsageEvent } from './usage-event.ts'
import type { UserTokens } from './user-tokens.ts'

export interface AppendResult {
  /**
   * The ids, of those given, that the store held already or that were given more than once. ClickHouse may miss one that
   * another node stores in the same moment; it counts once all the same.
   */
  readonly duplicates: ReadonlySet<string>
  /** How many events the store counts now that it did not count before. */
  readonly added: number
  /** The same by the day of the event. */
  readonly addedByDay: ReadonlyMap<string, number>
  /** The days whose facts may be different now, of those of the given events. */
  readonly days: ReadonlySet<string>
}

export interface SessionCounts {
  readonly modelCalls: number
  /** Starts of the session, messages and calls of tools. */
  readonly work: number
}

export interface RemovedRange {
  /** Days, both included. */
  readonly from: string
  readonly to: string
  /** As in usage events; null for everybody. */
  readonly users: readonly string[] | null
}

export interface FactOptions {
  readonly users?: readonly string[]
  readonly apart?: boolean
}

/**
 * Keeps usage events and adds them up by day. Two engines stand behind it, and one suite of tests holds both to this
 * description.
 *
 * An event counts once, however often and in whatever order it is appended. What it is known by, and which of several
 * versions of it counts, is written in `identity.ts`; it depends on nothing but the set of events ever appended, so
 * both engines give the same facts for the same events.
 *
 * Whatever keeps an engine from answering (a shard that is down, a full disk) rejects with the AppError `unavailable`.
 * The store recovers by itself.
 */
export interface EventStore {
  /**
   * Stores events of an organization. When it resolves, they survive a crash of every process; when it rejects, some
   * may have been stored, and appending the same events again is always safe.
   */
  append(organizationId: string, events: readonly UsageEvent[]): Promise<AppendResult>
  /** The kinds of names of which a day has more than are told apart. */
  foldedNames(organizationId: string, day: string): Promise<FoldedNames[]>
  /**
   * The facts of a day, in no particular order. Rejects rather than to leave out what cannot be reached. Of kinds that
   * are `folded`, the names that occur least go by one name together, so that there are never more than `maxNames`. With `users`, the
   * facts are those of these alone. Those that are `apart` tell of people, of sessions or of names, and are far fewer.
   */
  facts(
    organizationId: string,
    day: string,
    options?: FactOptions & { readonly folded?: readonly FoldedNames[] },
  ): FactPieces
  /**
   * The facts of a day of which money, work and adoption are made, in no particular order. Model calls with prompts of
   * different length, as far as `promptBounds` tell them apart, are different facts. Those that are `apart` tell of money,
   * of the work of teams or of the work at places.
   */
  workFacts(
    organizationId: string,
    day: string,
    options?: FactOptions & { readonly promptBounds?: readonly number[] },
  ): FactPieces
  /** What happened before a day, and when, in sessions of that day. */
  sessionHistory(organizationId: string, day: string): Promise<SessionHistory>
  /** The days after a day on which sessions start again or call tools that start on it, in order. */
  daysOfSessions(organizationId: string, day: string): Promise<string[]>
  /** How many events of a user the store has of a day. */
  countOfUser(organizationId: string, user: string, day: string): Promise<number>
  /** How many events of these kinds the store has of a session on a day. */
  countOfSession(organizationId: string, session: string, day: string): Promise<SessionCounts>
  /** All events of some sessions on a day. */
  eventsOfSessions(organizationId: string, sessions: readonly string[], day: string): Promise<UsageEvent[]>
  /** How many events the store has of each of some days. Days without events are left out. */
  countByDay(organizationId: string, days: readonly string[]): Promise<Map<string, number>>
  /**
   * What users spent on a day, those known by an anonymous id alone left out. Tokens of `models` come by model, those of
   * all others as one sum, so that the answer is short however many models somebody names.
   */
  userTokens(organizationId: string, day: string, models: readonly string[]): Promise<UserTokens[]>
  /**
   * Deletes the events of some days, of everybody or of some users. Resolves with how many, once they count nowhere any
   * more. An event that is appended once more counts again.
   */
  remove(organizationId: string, range: RemovedRange): Promise<number>
  /** The days on which a user occurs, in order. */
  daysOf(organizationId: string, user: string): Promise<string[]>
  /**
   * Every event once, or only those of some days, a batch at a time, for backups and for moving to another store. The
   * batches are small whatever the store holds.
   */
  export(days?: ReadonlySet<string>): AsyncIterable<ExportBatch>
  /** Whether `export` gives the store as it is when the first batch is asked for, whatever is appended afterwards. */
  readonly exportIsSnapshot: boolean
  /** How many events the store holds, counting none twice. */
  count(): Promise<number>
  ping(): Promise<void>
  close(): Promise<void>
}
