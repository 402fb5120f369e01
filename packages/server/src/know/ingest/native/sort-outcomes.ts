import type { EventsReceipt } from '@muster/contract/telemetry'
import type { Principal } from '../../../ground/platform/principal.ts'
import { mayAttribute } from '../attribution.ts'
import { keptExamples, tooManyDays } from '../bounds.ts'
import { DayBound } from '../day-bound.ts'
import type { EventDraft, Quarantined, Reading } from '../draft.ts'
import { Tellings } from '../tellings.ts'
import { type NativeOutcome, nativeAgent } from './read-event.ts'

interface Accepted {
  readonly drafts: readonly EventDraft[]
  /** Their positions in the request. */
  readonly positions: readonly number[]
}

interface NotAccepted
  extends Pick<Reading, 'quarantined' | 'told' | 'unknownTools' | 'unknownToolCalls'>,
    Pick<EventsReceipt, 'rejected'> {}

/** Sorts the events of a request into accepted drafts and rejected positions, with a report for data quality. */
export class OutcomeSorter {
  readonly #principal: Principal
  readonly #rejected: { index: number; error: string }[] = []
  readonly #quarantined: Quarantined[] = []
  readonly #tellings = new Tellings()
  readonly #days = new DayBound()
  #next = 0

  constructor(principal: Principal) {
    this.#principal = principal
  }

  /** Takes the next events of the request. */
  take(outcomes: readonly NativeOutcome[]): Accepted {
    const drafts: EventDraft[] = []
    const positions: number[] = []
    for (const given of outcomes) {
      const index = this.#next++
      const outcome = this.#permitted(given)
      if ('error' in outcome) {
        const { error, reason = error } = outcome
        this.#rejected.push({ index, error })
        this.#tellings.tell('refused', nativeAgent, reason)
        const what = `native event ${index}: ${error}`
        if (this.#quarantined.length < keptExamples) this.#quarantined.push({ reason, what })
      } else {
        drafts.push(outcome.draft)
        positions.push(index)
        if (outcome.unknownTool !== undefined) this.#tellings.unknownTool(outcome.unknownTool)
      }
    }
    return { drafts, positions }
  }

  result(): NotAccepted {
    const { told, unknownTools, unknownToolCalls } = this.#tellings
    return { rejected: this.#rejected, quarantined: this.#quarantined, told, unknownTools, unknownToolCalls }
  }

  #permitted(outcome: NativeOutcome): NativeOutcome {
    if ('error' in outcome) return outcome
    const { email, timeMs } = outcome.draft
    if (email !== undefined && email !== this.#principal.email.toLowerCase() && !mayAttribute(this.#principal)) {
      return { error: 'userEmail names somebody else, which needs the scope telemetry:attribute.' }
    }
    return this.#days.admits(timeMs) ? outcome : { error: `${tooManyDays} Send them in several requests.` }
  }
}
