import { earliestDay } from '@muster/contract/analytics'
import { type DayNumber, toDay, toDayNumber } from './calendar.ts'
import { dayMs } from './days.ts'
import { type Person, peopleOf } from './people.ts'
import { planSessions } from './plan-sessions.ts'
import { type DemoEvent, playSession } from './play-session.ts'

/** The seed of new demonstrations. An existing one keeps its own seed. */
export const demoSeed = 'muster'

export interface DemoDay {
  readonly day: string
  readonly events: readonly DemoEvent[]
}

/**
 * The events of each day from `from` through `through`, in the order of people. A seed gives the same events for a day,
 * whichever other days are requested: days share nothing except sessions that continue past midnight.
 */
export function* demoDays(seed: string, from: string, through: string): Generator<DemoDay> {
  const people = peopleOf(seed)
  const last = toDayNumber(through)
  let day = toDayNumber(from)
  let begun = eventsBegunOn(seed, people, day - 1)
  for (; day <= last; day++) {
    const start = day * dayMs
    const carried = begun.filter(({ time }) => time >= start)
    begun = eventsBegunOn(seed, people, day)
    const own = begun.filter(({ time }) => time < start + dayMs)
    yield { day: toDay(day), events: [...carried, ...own] }
  }
}

const firstDay = toDayNumber(earliestDay)

/** No session is long enough to reach the day after the next. There are no sessions before the first day. */
function eventsBegunOn(seed: string, people: readonly Person[], day: DayNumber): DemoEvent[] {
  if (day < firstDay) return []
  return people.flatMap((person) => planSessions(seed, person, day, firstDay).flatMap(playSession))
}
