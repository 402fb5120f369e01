import { canonicalModel } from '@muster/contract/model-name'
import type { History } from '../history.ts'
import { endOf } from '../ledger/same-call.ts'
import type { ModelCall } from '../record.ts'

/** A call with everything that calls can be grouped by. */
export interface DatedCall {
  readonly call: ModelCall
  readonly day: string
  readonly agent: string
  readonly model: string
  readonly folder: string
}

/** The calls of histories on wanted days. They are made anew for each who goes through them: millions at once are too many. */
export class DatedCalls implements Iterable<DatedCall> {
  readonly #histories: readonly History[]
  readonly #dayOf: (timeMs: number) => string
  readonly #isWanted: (day: string) => boolean

  constructor(
    histories: readonly History[],
    dayOf: (timeMs: number) => string,
    isWanted: (day: string) => boolean = () => true,
  ) {
    this.#histories = histories
    this.#dayOf = dayOf
    this.#isWanted = isWanted
  }

  *[Symbol.iterator](): Generator<DatedCall> {
    const models = new Map<string, string>()
    for (const { agent, ledger } of this.#histories) {
      for (const call of ledger.calls.values()) {
        const day = this.#dayOf(endOf(call))
        if (!this.#isWanted(day)) continue
        const model = models.get(call.model) ?? (canonicalModel(call.model) || 'unknown')
        models.set(call.model, model)
        const folder = ledger.sessions.get(call.session)?.folder ?? ''
        yield { call, day, agent: agent.agent, model, folder }
      }
    }
  }
}
