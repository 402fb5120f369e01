import { earliestDay } from '@muster/contract/analytics'
import { castOf } from '@muster/demo/story/cast'
import { addDays } from '../../ground/platform/days.ts'
import { dayCount, yesterday } from '../../know/analytics/dates.ts'
import type { DemoOptions } from './demo-options.ts'
import { loadUsage } from './load-usage.ts'
import { offerComputer } from './offer-computer.ts'
import { openDemonstration } from './open-demonstration.ts'
import { setLimits } from './set-limits.ts'
import { showWork } from './show-work.ts'
import { tellStory } from './tell-story.ts'

export interface DemoResult {
  /** How many events are new. */
  readonly events: number
  /** The last loaded day; undefined if no day is over yet. */
  readonly through: string | undefined
  /** False if loading was stopped before the end. */
  readonly isComplete: boolean
}

/**
 * Fills the organization with made-up people, everything that they do from the first day of analytics to yesterday, and
 * the usage of their agents. All of it goes through the services like real data; when this resolves, it is counted.
 * Existing data is not changed, so loading may be interrupted at any point and called again on any later day.
 *
 * Rejects with `DemoRefused` if the organization has real data.
 */
export async function loadDemo(options: DemoOptions): Promise<DemoResult> {
  const { clock, analytics, progress } = options
  const { principal, people, seed, loadedThrough, toldThrough } = await openDemonstration(options)
  const through = yesterday(clock.now())
  const story = { principal, seed, through, from: dayAfter(toldThrough) }
  const usage = { principal, seed, through, from: dayAfter(loadedThrough) }
  const [from = usage.from] = [story.from, usage.from].sort()
  const isBehind = from <= through
  // The members are new to analytics, and a search for their past days is fastest while there are none. This also
  // finishes an earlier load that stopped between storing and counting.
  await analytics.refresh(principal)
  if (isBehind) progress.begin({ people, days: dayCount({ startDate: from, endDate: through }), from, through })
  const isTold = await tellStory(options, story)
  const { events, isLoaded } = await loadUsage(options, usage)
  if (isBehind) progress.end()
  const isComplete = isTold && isLoaded
  if (isComplete) {
    await setLimits(options, principal, castOf(seed).limited)
    await offerComputer(options, principal)
    await showWork(options, principal)
  }
  return { events, through: usage.from > through ? loadedThrough : through, isComplete }
}

function dayAfter(day: string | undefined): string {
  return day === undefined ? earliestDay : addDays(day, 1)
}
