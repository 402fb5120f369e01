import { type AdoptionRow, noTeam, type TeamAdoption } from '@muster/contract/adoption'
import { compareBytes } from '../../ground/platform/byte-order.ts'
import { addDays } from '../../ground/platform/days.ts'
import type { ActiveDay } from './activity-rows.ts'
import { fraction } from './session-averages.ts'

/** A present or past member of the organization. Days are in UTC. */
export interface Membership {
  readonly id: string
  readonly team: string | null
  readonly since: string
  /** The day on which the member left; null for present members. */
  readonly until: string | null
}

/** A user counts as active within this many days. The same number of days before them shows who has lapsed. */
const adoptionDays = 30

interface AdoptionInput {
  readonly day: string
  /** Active users of the day itself and of the 59 before it; days outside are ignored. */
  readonly window: Iterable<ActiveDay>
  readonly memberships: readonly Membership[]
  /** The first active day of each user, for users whose first day lies within the window. */
  readonly firstDays: ReadonlyMap<string, string>
}

/** How many people use agents, and how regularly. */
export function adoptionRow({ day, window, memberships, firstDays }: AdoptionInput): AdoptionRow {
  const start = addDays(day, 1 - adoptionDays)
  const teamOfMember = new Map(memberships.flatMap(({ id, team }) => (team === null ? [] : [[id, team] as const])))
  const teamOfSender = new Map<string, string>()
  const daysActive = new Map<string, number>()
  const before = new Set<string>()
  for (const { day: other, active } of inOrder(window, addDays(start, -adoptionDays), day)) {
    for (const { id, team } of active) {
      if (other < start) before.add(id)
      else daysActive.set(id, (daysActive.get(id) ?? 0) + 1)
      if (team !== undefined) teamOfSender.set(id, team)
    }
  }
  const teamOf = (id: string) => teamOfMember.get(id) ?? teamOfSender.get(id) ?? noTeam
  const teams = new Map<string, Tally>()
  const whole = newTally()
  const talliesOf = (id: string): Tally[] => {
    const team = teamOf(id)
    const known = teams.get(team) ?? newTally()
    teams.set(team, known)
    return [whole, known]
  }
  const present = new Set(memberships.filter((one) => isPresent(one, day)).map(({ id }) => id))
  for (const id of present) for (const tally of talliesOf(id)) tally.members++
  for (const [id, days] of daysActive) {
    const isNew = (firstDays.get(id) ?? '') >= start
    for (const tally of talliesOf(id)) {
      tally.active++
      tally.daysActive += days
      if (present.has(id)) tally.active_members++
      tally[isNew ? 'new' : 'returning']++
    }
  }
  for (const id of before) if (!daysActive.has(id)) for (const tally of talliesOf(id)) tally.lapsed++
  const byTeam = [...teams].map(([team, tally]): TeamAdoption => ({ team, ...shown(tally) }))
  return {
    date: day,
    ...shown(whole),
    by_team: byTeam.sort((a, b) => b.members - a.members || b.active - a.active || compareBytes(a.team, b.team)),
  }
}

interface Tally {
  members: number
  active: number
  active_members: number
  new: number
  returning: number
  lapsed: number
  daysActive: number
}

function newTally(): Tally {
  return { members: 0, active: 0, active_members: 0, new: 0, returning: 0, lapsed: 0, daysActive: 0 }
}

function shown({ daysActive, ...counts }: Tally) {
  return { ...counts, stickiness: fraction(daysActive, adoptionDays * counts.active) }
}

function isPresent({ since, until }: Membership, day: string): boolean {
  return since <= day && (until === null || until > day)
}

/** The last team that a sender named takes precedence, so the order matters. */
function inOrder(window: Iterable<ActiveDay>, from: string, to: string): ActiveDay[] {
  const within = [...window].filter(({ day }) => day >= from && day <= to)
  return within.sort((a, b) => (a.day < b.day ? -1 : 1))
}
