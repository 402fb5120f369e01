import { type Static, Type } from 'typebox'
import { Day } from './analytics.ts'
import { IsoTime, nullable } from './schema.ts'

/** `new`: the day has just ended. `reopened`: it was computed before, and data for it arrived or changed since then. */
export const PendingReason = Type.Enum(['new', 'reopened'])
export type PendingReason = Static<typeof PendingReason>

export const PendingDay = Type.Object({ day: Day, reason: PendingReason, since: IsoTime })
export type PendingDay = Static<typeof PendingDay>

export const ComputedDay = Type.Object({ day: Day, computedAt: IsoTime })
export type ComputedDay = Static<typeof ComputedDay>

/** A day that could not be computed. It keeps its old numbers and is retried after increasing pauses. */
export const FailingDay = Type.Object({
  day: Day,
  reason: Type.String(),
  /** The number of consecutive failures. */
  failures: Type.Integer(),
  failedAt: IsoTime,
  nextTryAt: IsoTime,
})
export type FailingDay = Static<typeof FailingDay>

/** Lists of names are cut to this length; the counts are always complete. */
export const maxUnknownTools = 100

export const DataQuality = Type.Object({
  /** The first day that the counts cover. */
  since: Day,
  /** How many events are stored, each counted once. */
  acceptedEvents: Type.Integer(),
  /** Accepted after their day had been computed. They are counted, because that reopens the day. */
  lateEvents: Type.Integer(),
  /** Refused as implausible and stored apart; no number includes them. */
  quarantinedEvents: Type.Integer(),
  quarantinedByReason: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
  /**
   * The most frequent first. `refused`: in quarantine. `changed`: counted after a correction. `passed_over`: looks like
   * usage but is counted nowhere. `agent` is empty for counts made by an older version.
   */
  byAgentAndReason: Type.Array(
    Type.Object({
      outcome: Type.Enum(['refused', 'changed', 'passed_over']),
      agent: Type.String(),
      reason: Type.String(),
      count: Type.Integer(),
    }),
  ),
  /**
   * Days with more names of one kind than are counted separately. The kinds: `model`, `tool`, `mcp_server`, `skill`,
   * `slash_command`, `hook`, `extension`, `language`, `agent`, `team`, `repository`, `tool_error`, `model_error`. The
   * 2,000 most used keep their names; the others become `(other)`.
   */
  foldedNames: Type.Array(Type.Object({ day: Day, kind: Type.String(), names: Type.Integer() })),
  /** Tool calls that count as `unknown`, because the reported name is not plausible. */
  unknownToolCalls: Type.Integer(),
  unknownTools: Type.Array(Type.Object({ rawName: Type.String(), count: Type.Integer() }), {
    maxItems: maxUnknownTools,
  }),
})
export type DataQuality = Static<typeof DataQuality>

export const AnalyticsStatus = Type.Object({
  /** Every day up to this one is final, unless more events for it arrive. Null before the first day was computed. */
  completeThrough: nullable(Day),
  /** Oldest first. */
  pendingDays: Type.Array(PendingDay),
  /** The pending days that could not be computed, oldest first. */
  failingDays: Type.Array(FailingDay),
  /** Days with a number above 9007199254740991, the largest exact one. That value is shown instead. */
  saturatedDays: Type.Array(Day),
  /** Newest first. */
  computedDays: Type.Array(ComputedDay),
  dataQuality: DataQuality,
})
export type AnalyticsStatus = Static<typeof AnalyticsStatus>

export const AnalyticsRefresh = Type.Object({
  /** Oldest first; empty when nothing was waiting. */
  computedDays: Type.Array(ComputedDay),
  /** Waiting days that could not be computed, oldest first. They do not delay the others. */
  failedDays: Type.Array(FailingDay),
  completeThrough: nullable(Day),
})
export type AnalyticsRefresh = Static<typeof AnalyticsRefresh>

export const ReopenedDays = Type.Object({
  /** The days that are recomputed, within seconds to minutes; oldest first. Days without events are left out. */
  days: Type.Array(Day),
})
export type ReopenedDays = Static<typeof ReopenedDays>

export const DeletedEvents = Type.Object({
  deletedEvents: Type.Integer(),
  /** The days that are recomputed, within seconds; oldest first. */
  days: Type.Array(Day),
})
export type DeletedEvents = Static<typeof DeletedEvents>
