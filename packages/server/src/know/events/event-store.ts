import type { DayOfOrganization } from './day-of-organization.ts'
import type { ExportBatch } from './export-batches.ts'
import type { FactPieces, HistoryPieces } from './facts.ts'
import type { FoldedNames } from './name-bounds.ts'
import type { UsageEvent } from './usage-event.ts'
import type { UserTokens } from './user-tokens.ts'

export interface AppendResult {
  /**
   * The given ids that were already stored or were given more than once. ClickHouse may miss an id that another node
   * stores at the same moment; its event still counts once.
   */
  readonly duplicates: ReadonlySet<string>
  /** How many more events the store counts than before. */
  readonly added: number
  /** The same by the day of the event. */
  readonly addedByDay: ReadonlyMap<string, number>
  /** Days of the given events whose facts may have changed. */
  readonly days: ReadonlySet<string>
}

export interface RemovedRange {
  /** The first and the last day, both included. */
  readonly from: string
  readonly to: string
  /** Users as in usage events; null for everybody. */
  readonly users: readonly string[] | null
}

interface FactOptions {
  readonly users?: readonly string[]
}

/** The names of a day, which are read before its facts. */
export interface DayNames {
  /** The kinds that have more names than are kept separately. */
  readonly folded: readonly FoldedNames[]
  /** The facts that contain the names, if they were read in the same step. */
  readonly facts: readonly Uint8Array[] | undefined
}

/**
 * Stores usage events and adds them up by day. It has two engines, and one test suite holds both to this description.
 *
 * An event counts once, however often and in whatever order it is appended. `identity.ts` defines what identifies an
 * event and which of several versions counts. That depends only on the set of events ever appended, so both engines
 * give the same facts for the same events.
 *
 * Any fault of an engine (a shard that is down, a full disk) rejects with the AppError `unavailable`. The store
 * recovers by itself.
 */
export interface EventStore {
  /**
   * Stores events of an organization. Once it resolves, they survive a crash of every process. If it rejects, some may
   * be stored; appending the same events again is idempotent.
   */
  append(
    organizationId: string,
    events: readonly UsageEvent[],
    /** When another store received each of them, for events that are moved or restored. */
    arrivedMs?: readonly number[],
  ): Promise<AppendResult>
  /** A text that changes whenever an event of the day is added, replaced or removed. */
  mark(organizationId: string, day: string): Promise<string>
  /** The days that received events at this time or later. */
  changedSince(timeMs: number): Promise<DayOfOrganization[]>
  /** Points of running totals that arrived at this time or later, with their totals. */
  pointsSince(timeMs: number): AsyncIterable<ExportBatch>
  names(organizationId: string, day: string): Promise<DayNames>
  /**
   * The facts of a day, in no particular order. Rejects if a part of the store cannot be reached. For kinds of names in
   * `folded`, the least frequent names are merged under one, so that at most `maxNames` are left. With `users`, only
   * facts of these users.
   */
  facts(
    organizationId: string,
    day: string,
    options?: FactOptions & { readonly folded?: readonly FoldedNames[] },
  ): FactPieces
  /** The same facts, grouped by person, by session, by name, or by person and name, which makes far fewer of them. */
  factsApart(organizationId: string, day: string, names: DayNames): FactPieces
  /**
   * The facts of a day for money, work and adoption, in no particular order. Model calls whose prompts lie between
   * different `promptBounds` are different facts. With `apart`, returns only facts about money, or only those about
   * work: the work of teams and the work at places.
   */
  workFacts(
    organizationId: string,
    day: string,
    options?: FactOptions & { readonly promptBounds?: readonly number[]; readonly apart?: 'money' | 'work' },
  ): FactPieces
  /** Earlier events in the sessions of a day, with their times. */
  sessionHistory(organizationId: string, day: string): Promise<HistoryPieces>
  /** The later days on which sessions that start on a day start again or call tools, in order. */
  daysOfSessions(organizationId: string, day: string): Promise<string[]>
  /** The number of events of a user on a day. */
  countOfUser(organizationId: string, user: string, day: string): Promise<number>
  /** All events of some sessions on a day. */
  eventsOfSessions(organizationId: string, sessions: readonly string[], day: string): Promise<UsageEvent[]>
  /** The number of events on each of some days. Days without events are left out. */
  countByDay(organizationId: string, days: readonly string[]): Promise<Map<string, number>>
  /**
   * The tokens of users on a day, except users known only by an anonymous id. Tokens of `models` come by model, all
   * others as one sum, so the answer is short however many models senders name.
   */
  userTokens(organizationId: string, day: string, models: readonly string[]): Promise<UserTokens[]>
  /**
   * Deletes the events of some days, of everybody or of some users. Resolves with their number once no query counts
   * them. An event that is appended again counts again.
   */
  remove(organizationId: string, range: RemovedRange): Promise<number>
  /** The days with events of a user, in order. */
  daysOf(organizationId: string, user: string): Promise<string[]>
  /**
   * Every event once, or only those of some days, in batches, for backups and for moving to another store. The size of
   * a batch does not depend on the size of the store.
   */
  export(days?: ReadonlySet<string>): AsyncIterable<ExportBatch>
  /** Whether `export` returns the state at the first batch, regardless of later appends. */
  readonly exportIsSnapshot: boolean
  /** The number of events in the store, each counted once. */
  count(): Promise<number>
  ping(): Promise<void>
  close(): Promise<void>
}
