import { setImmediate as turn } from 'node:timers/promises'
import type { EventsReceipt } from '@muster/contract/telemetry'
import type { Principal } from '../../platform/principal.ts'
import { mayAttribute } from '../attribution.ts'
import { keptExamples, tooManyDays } from '../bounds.ts'
import { DayBound } from '../day-bound.ts'
import type { EventDraft, Quarantined, Reading } from '../draft.ts'
import { Tellings } from '../tellings.ts'
import { type NativeOutcome, nativeAgent } from './read-event.ts'

const outcomesOfTurn = 5_000

interface SortedOutcomes
  extends Pick<Reading, 'quarantined' | 'told' | 'unknownTools' | 'unknownToolCalls'>,
    Pick<EventsReceipt, 'rejected'> {
  readonly drafts: readonly EventDraft[]
  /** Their positions in the request. */
  readonly positions: readonly number[]
}

/** Sorts the events of a request into accepted drafts and rejected positions, with a report for data quality. */
export async function sortOutcomes(principal: Principal, outcomes: readonly NativeOutcome[]): Promise<SortedOutcomes> {
  const drafts: EventDraft[] = []
  const positions: number[] = []
  const rejected: { index: number; error: string }[] = []
  const quarantined: Quarantined[] = []
  const tellings = new Tellings()
  const days = new DayBound()
  for (const [index, given] of outcomes.entries()) {
    // A large body has a hundred thousand, so others get a turn in between.
    if (index % outcomesOfTurn === outcomesOfTurn - 1) await turn()
    const outcome = permitted(principal, days, given)
    if ('error' in outcome) {
      const { error, reason = error } = outcome
      rejected.push({ index, error })
      tellings.tell('refused', nativeAgent, reason)
      if (quarantined.length < keptExamples) quarantined.push({ reason, what: `native event ${index}: ${error}` })
    } else {
      drafts.push(outcome.draft)
      positions.push(index)
      if (outcome.unknownTool !== undefined) tellings.unknownTool(outcome.unknownTool)
    }
  }
  const { told, unknownTools, unknownToolCalls } = tellings
  return { drafts, positions, rejected, quarantined, told, unknownTools, unknownToolCalls }
}

function permitted(principal: Principal, days: DayBound, outcome: NativeOutcome): NativeOutcome {
  if ('error' in outcome) return outcome
  const { email, timeMs } = outcome.draft
  if (email !== undefined && email !== principal.email.toLowerCase() && !mayAttribute(principal)) {
    return { error: 'userEmail names somebody else, which needs the scope telemetry:attribute.' }
  }
  return days.admits(timeMs) ? outcome : { error: `${tooManyDays} Send them in several requests.` }
}
