import { type DayNumber, paceOf, toDayNumber, weekdayOf } from './calendar.ts'
import type { Habit, Person } from './people.ts'
import { type Random, randomFor } from './random.ts'

/** What a person does with agents on a day. */
interface Use {
  /** Sessions that a person starts. */
  readonly sessions: number
  readonly hasNightlyJob: boolean
  /** From 0 on the first day towards 1: the person's experience with agents. */
  readonly experience: number
}

/** The probability of a working day with an agent, and the number of sessions after the first. */
const habits: Readonly<Record<Habit, { readonly chance: number; readonly more: number; readonly onDaysOff: number }>> =
  {
    power: { chance: 0.95, more: 1.7, onDaysOff: 0.3 },
    steady: { chance: 0.76, more: 0.65, onDaysOff: 0.03 },
    occasional: { chance: 0.3, more: 0.25, onDaysOff: 0.005 },
    never: { chance: 0, more: 0, onDaysOff: 0 },
  }

/** The number of days until a person has half of the full experience. */
const halfwayDays = 60

/** People who stop do so within two weeks. */
const farewellDays = 14

export function useOfDay(seed: string, person: Person, day: DayNumber): Use {
  const days = day - person.begins
  const experience = days <= 0 ? 0 : days / (days + halfwayDays)
  const random = randomFor(seed, 'use', person.index, day)
  const remaining = person.stops === undefined ? farewellDays : person.stops - day
  if (days < 0 || remaining <= 0 || isAway(seed, person, day, random)) {
    return { sessions: 0, hasNightlyJob: false, experience }
  }
  const hasNightlyJob = person.nightlyFrom !== undefined && day >= person.nightlyFrom
  const habit = habits[person.habit]
  const pace = paceOf(day)
  const isDayOff = pace < 0.1
  const zeal = (0.55 + 0.45 * Math.min(1, days / 30)) * Math.min(1, remaining / farewellDays)
  const isUsed = random.chance((isDayOff ? habit.onDaysOff : habit.chance * pace) * zeal)
  const more = isDayOff ? 0 : random.around(habit.more * (0.6 + 0.8 * experience) * pace)
  return { sessions: isUsed ? 1 + Math.round(more) : 0, hasNightlyJob, experience }
}

/** On vacation, two weeks in summer and one week in another season; or ill. */
function isAway(seed: string, person: Person, day: DayNumber, random: Random): boolean {
  const year = 1970 + Math.floor(day / 365.2425)
  const plans = randomFor(seed, 'vacations', person.index, year)
  const summer = mondayAfter(toDayNumber(`${year}-06-08`) + 7 * plans.between(0, 12))
  const other = mondayAfter(
    toDayNumber(`${year}-02-09`) +
      7 *
        plans.weighted([
          [plans.between(0, 14), 2],
          [plans.between(32, 41), 1],
        ]),
  )
  const isVacation = (day >= summer && day < summer + 14) || (day >= other && day < other + 7)
  return isVacation || random.chance(0.02)
}

function mondayAfter(day: DayNumber): DayNumber {
  return day + ((8 - weekdayOf(day)) % 7)
}
