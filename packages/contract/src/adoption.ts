import { type Static, Type } from 'typebox'
import { Day } from './analytics.ts'

const counts = {
  /** Members of the organization at the end of the day. */
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

/** The team name under which people without a team are listed. */
export const noTeam = '(none)'
