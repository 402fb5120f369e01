import { type Static, Type } from 'typebox'
import { Day } from './analytics.ts'

const counts = {
  /** Who belonged to the organization at the end of the day. */
  members: Type.Number(),
  active: Type.Number(),
  active_members: Type.Number(),
  new: Type.Number(),
  returning: Type.Number(),
  lapsed: Type.Number(),
  stickiness: Type.Number(),
}

export const TeamAdoption = Type.Object({ team: Type.String(), ...counts })
export type TeamAdoption = Static<typeof TeamAdoption>

export const AdoptionRow = Type.Object({ date: Day, ...counts, by_team: Type.Array(TeamAdoption) })
export type AdoptionRow = Static<typeof AdoptionRow>

/** What stands for the team of those who have none. */
export const noTeam = '(none)'
