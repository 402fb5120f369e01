import { createStory } from '@muster/demo/story/story'
import { addDays } from '../../ground/platform/days.ts'
import { dayCount } from '../../know/analytics/dates.ts'
import type { DemoOptions, DemoPart } from './demo-options.ts'
import * as repository from './repository.ts'
import { createTeller } from './tell.ts'

/**
 * Stores each day of the story in one transaction, together with the mark that it is stored. Resolves with false if it
 * was stopped before the end.
 */
export async function tellStory(options: DemoOptions, { principal, seed, from, through }: DemoPart): Promise<boolean> {
  const { database, progress, signal } = options
  if (from > through) return true
  const days = dayCount({ startDate: from, endDate: through })
  progress.stage({ name: 'Computers, controls, keys, sessions and reports', unit: 'changes', days })
  const story = createStory(seed)
  const teller = await createTeller(options, principal)
  let changes = 0
  for (let index = 0; index < days; index++) {
    if (signal.aborted) return false
    const day = addDays(from, index)
    const happenings = story(day)
    await teller.sendEvents(happenings)
    await database.transaction(async (tx) => {
      await teller.tell(tx, happenings)
      await repository.markStory(tx, principal.organizationId, day)
    })
    changes += happenings.length
    progress.reach(day, index + 1, changes)
  }
  return true
}
