import type { Job } from '../../ground/platform/job.ts'
import { type ActiveDay, type ActiveUser, computeActivity, type DayCounts } from './activity-rows.ts'
import { adoptionRow, type Membership } from './adoption-row.ts'
import { type DocumentPart, inGroups, joined } from './day-job.ts'
import { type KeptActivity, keptOf } from './kept-activity.ts'
import { partsOf } from './parts.ts'

/** The kept activity of a day, as stored, and whether the day's own row is needed. */
export interface WindowDay {
  readonly day: string
  readonly activity: string | null
  readonly isWanted: boolean
}

interface WindowJobInput {
  readonly memberships: readonly Membership[]
  /** Each user with their first active day. */
  readonly firstDays: readonly (readonly [string, string])[]
}

/** Counts the users who were active within a week and a month of each day. */
export function windowJob(input: WindowJobInput): Job<WindowDay, { readonly documents: readonly DocumentPart[] }> {
  const { memberships } = input
  const firstDays = new Map(input.firstDays)
  const window: ActiveDay[] = []
  const wanted: { day: string; counts: DayCounts }[] = []
  return {
    take({ day, activity, isWanted }) {
      const { active, counts, teams } = keptOf(activity === null ? null : JSON.parse(activity))
      window.push({ day, active: withTeams(active, teams) })
      if (isWanted) wanted.push({ day, counts })
    },
    *finish() {
      const documents = wanted.flatMap(({ day, counts }) => {
        const rows = computeActivity({ day, counts, window })
        return [
          { day, kind: 'activity' as const, part: 0, text: JSON.stringify(rows.activity) },
          ...partsOf(joined(rows.activityByClient)).map((text, part) => {
            return { day, kind: 'activity_by_client' as const, part, text }
          }),
          ...partsOf(JSON.stringify(adoptionRow({ day, window, memberships, firstDays }))).map((text, part) => {
            return { day, kind: 'adoption' as const, part, text }
          }),
        ]
      })
      for (const some of inGroups(documents, ({ text }) => text.length)) yield { documents: some }
    },
  }
}

function withTeams(active: readonly ActiveUser[], teams: KeptActivity['teams'] = []): readonly ActiveUser[] {
  if (teams.length === 0) return active
  const teamOf = new Map(teams)
  return active.map((user) => {
    const team = teamOf.get(user.id)
    return team === undefined ? user : { ...user, team }
  })
}
