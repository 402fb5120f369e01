import type { ActiveUser, DayCounts } from './activity-rows.ts'

/** The part of a day's activity that later days need. */
export interface KeptActivity {
  readonly active: readonly ActiveUser[]
  readonly counts: DayCounts
  /** The teams that senders name, for users to whom no owner gave a team. */
  readonly teams?: readonly (readonly [userId: string, team: string])[]
}

const nothing: KeptActivity = { active: [], counts: { sessions: 0, messages: 0, userMessages: 0 } }

/** Days without any activity have none. */
export function keptOf(activity: unknown): KeptActivity {
  return (activity as KeptActivity | null) ?? nothing
}
