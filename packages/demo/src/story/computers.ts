import type { DayNumber } from '../calendar.ts'
import { dayMs } from '../days.ts'
import type { Person } from '../people.ts'
import { randomFor } from '../random.ts'
import { beginOf } from './begin.ts'
import type { Cast } from './cast.ts'
import type { Happening } from './happening.ts'

const minuteMs = 60_000

/** For everybody whose own computer does not run. */
export const sharedComputer = 'build-farm-1'

type Outcome = 'active' | 'error' | 'provisioning'

/** How provisioning of a person's computer ends: nearly always well. */
function outcomeOf({ regulars }: Cast, person: Person): Outcome {
  const place = regulars.indexOf(person)
  if (place === 3) return 'error'
  return place === 5 ? 'provisioning' : 'active'
}

export function computerOf(cast: Cast, person: Person): string {
  return outcomeOf(cast, person) === 'active' ? nameOf(person) : sharedComputer
}

/**
 * Everybody registers a computer on their first day with an agent; on the first day of the story the shared one is
 * added.
 */
export function computersOn(seed: string, cast: Cast, day: DayNumber, firstDay: DayNumber): Happening[] {
  const morning = day * dayMs + 8 * 60 * minuteMs
  const own = cast.regulars.filter((person) => beginOf(person, firstDay) === day)
  const shared: Happening[] =
    day === firstDay
      ? [
          {
            time: morning,
            kind: 'register_computer',
            body: { name: sharedComputer, provider: 'managed', hostname: 'farm-1.example.com', remoteUser: 'agents' },
          },
          { time: morning + 6 * minuteMs, kind: 'provision_computer', name: sharedComputer },
        ]
      : []
  return [...shared, ...own.flatMap((person) => joining(seed, cast, person, morning))]
}

function joining(seed: string, cast: Cast, person: Person, morning: number): Happening[] {
  const random = randomFor(seed, 'computer', person.index)
  const time = morning + random.between(10, 120) * minuteMs
  const name = nameOf(person)
  const by = person.email
  const outcome = outcomeOf(cast, person)
  const registered: Happening = {
    time,
    by,
    kind: 'register_computer',
    body: { name, provider: 'byom', hostname: `${name}.example.com`, remoteUser: person.firstName.toLowerCase() },
  }
  if (outcome === 'provisioning') return [registered]
  const ended: Happening = {
    time: time + random.between(2, 9) * minuteMs,
    by,
    kind: 'provision_computer',
    name,
    ...(outcome === 'error' && {
      failure: {
        step: 'install-agent',
        error: 'No space left on device: 212 MB are needed below /home, 90 MB are free.',
      },
    }),
  }
  return [registered, ended]
}

function nameOf({ firstName, lastName }: Person): string {
  return `${firstName}-${lastName}`.toLowerCase()
}
