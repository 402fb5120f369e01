import { earliestDay } from '@muster/contract/analytics'
import { toDayNumber } from '../calendar.ts'
import { brokenEventsOn } from './broken-events.ts'
import { castOf } from './cast.ts'
import { computersOn } from './computers.ts'
import { controlsOn } from './controls.ts'
import type { Happening } from './happening.ts'
import { keysOn } from './keys.ts'
import { reportsOn } from './reports.ts'
import { sessionsOn } from './sessions.ts'

/** The happenings of a day besides usage, in order. They depend only on the seed and the day. */
type Story = (day: string) => Happening[]

const firstDay = toDayNumber(earliestDay)

export function createStory(seed: string): Story {
  const cast = castOf(seed)
  return (day) => {
    const number = toDayNumber(day)
    const all = [
      ...brokenEventsOn(cast, number, firstDay),
      ...computersOn(seed, cast, number, firstDay),
      ...controlsOn(cast, number),
      ...keysOn(cast, number, firstDay),
      ...reportsOn(seed, cast, number, firstDay),
      ...sessionsOn(seed, cast, number, firstDay),
    ]
    return all.sort((a, b) => a.time - b.time)
  }
}
