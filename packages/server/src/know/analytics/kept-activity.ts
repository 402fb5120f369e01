import type { ActiveUser, DayCounts } from './activity-rows.ts'

/** What is kept of a day for the activity of later days. */
export interface KeptActivity {
  readonly active: readonly ActiveUser[]
  readonly counts: DayCounts
  /** The teams that senders name, for users without a team from an owner. */
  readonly teams?: readonly (readonly [userId: string, team: string])[]
}

const nothing: KeptActivity = { active: [], counts: { sessions: 0, messages: 0, userMessages: 0 } }

/** Days on which nothing happened have none. */
export function keptOf(activity: unknown): KeptActivity {
  return (activity as KeptActivity | null) ?? nothing
}
