import type { Role } from '@muster/contract/enumerations'
import { type DayNumber, toDayNumber } from './calendar.ts'
import type { Agent } from './models.ts'
import { firstNames, lastNames } from './names.ts'
import { type Random, randomFor } from './random.ts'
import { type Team, teams } from './teams.ts'

/** How a person uses agents after the first days. */
export type Habit = 'power' | 'steady' | 'occasional' | 'never'

export interface Person {
  readonly index: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** The e-mail in the spelling of this person's agent. */
  readonly reportedEmail: string
  readonly role: Role
  readonly team: Team
  readonly indexInTeam: number
  readonly habit: Habit
  /** The first day with an agent. */
  readonly begins: DayNumber
  /** The day on which this person stops using agents. */
  readonly stops: DayNumber | undefined
  readonly favourite: Agent
  /** From 0 to 1: how much autonomy this person allows agents after some experience. */
  readonly trust: number
  /** When the working day begins, in hours of UTC. */
  readonly startsAtHour: number
  readonly worksLate: boolean
  /** From this day on, a job runs every night, also on weekends. */
  readonly nightlyFrom: DayNumber | undefined
}

/** Everybody in the organization, in the order of their teams. */
export function peopleOf(seed: string): readonly Person[] {
  let index = 0
  return teams.flatMap((team) =>
    Array.from({ length: team.size }, (_, indexInTeam) => personOf(seed, team, indexInTeam, index++)),
  )
}

function personOf(seed: string, team: Team, indexInTeam: number, index: number): Person {
  const random = randomFor(seed, 'person', index)
  const firstName = firstNames[(index * 7) % firstNames.length] ?? ''
  const lastName = lastNames[(index * 11) % lastNames.length] ?? ''
  const email = `${firstName}.${lastName}@example.com`.toLowerCase()
  const habit = habitOf(random)
  const begins = toDayNumber(team.rollout) + delayOf(random, habit)
  const stops = habit !== 'power' && random.chance(0.1) ? begins + random.between(25, 110) : undefined
  const isNightly = habit === 'power' && team.clients.headless > 0.2
  return {
    index,
    firstName,
    lastName,
    email,
    reportedEmail: random.chance(0.08) ? `${firstName}.${lastName}@Example.com` : email,
    role: roleOf(team, indexInTeam, habit),
    team,
    indexInTeam,
    habit,
    begins,
    stops,
    favourite: random.weighted([
      ['first', 6],
      ['second', 3],
      ['third', 2],
    ]),
    trust: 0.25 + 0.75 * random.next(),
    startsAtHour: 12.5 + 3 * random.next(),
    worksLate: random.chance(0.22),
    nightlyFrom: isNightly ? begins + random.between(30, 90) : undefined,
  }
}

/** Each team has a manager, and two teams have an owner. People without agents are guests who only read. */
function roleOf({ slug }: Team, indexInTeam: number, habit: Habit): Role {
  if (indexInTeam === 0) return 'manager'
  if (indexInTeam === 1 && (slug === 'platform' || slug === 'security')) return 'owner'
  return habit === 'never' ? 'guest' : 'member'
}

function habitOf(random: Random): Habit {
  return random.weighted([
    ['power', 14],
    ['steady', 52],
    ['occasional', 27],
    ['never', 7],
  ])
}

/** In days after the team got its agents. Some people wait for months. */
function delayOf(random: Random, habit: Habit): number {
  if (habit === 'power') return random.between(0, 12)
  const isLate = random.chance(0.25)
  return Math.round(isLate ? random.between(70, 170) : random.around(habit === 'steady' ? 22 : 40))
}
