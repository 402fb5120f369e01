import { canonicalModel } from '@muster/contract/model-name'
import { Tally } from './tally.ts'

export interface NamedTally {
  readonly date: string
  readonly agent: string
  readonly model: string
  readonly tally: Tally
}

/** A tally for each model and day of an agent. There are few spellings of models, so each is resolved once. */
export class Tallies {
  readonly all: NamedTally[] = []
  readonly #agent: string
  readonly #bySpelling = new Map<string, Map<string, Tally>>()
  readonly #byModel = new Map<string, Map<string, Tally>>()
  /** Calls that follow each other are mostly of the same model and day. */
  #last: { readonly spelling: string; readonly day: string; readonly tally: Tally } | undefined

  constructor(agent: string) {
    this.#agent = agent
  }

  of(spelling: string, day: string): Tally {
    if (this.#last?.spelling === spelling && this.#last.day === day) return this.#last.tally
    const tally = this.#find(spelling, day)
    this.#last = { spelling, day, tally }
    return tally
  }

  #find(spelling: string, day: string): Tally {
    const days = this.#bySpelling.get(spelling) ?? this.#daysOf(spelling)
    const known = days.get(day)
    if (known) return known
    const tally = new Tally()
    days.set(day, tally)
    this.all.push({ date: day, agent: this.#agent, model: nameOf(spelling), tally })
    return tally
  }

  #daysOf(spelling: string): Map<string, Tally> {
    const model = nameOf(spelling)
    const days = this.#byModel.get(model) ?? new Map<string, Tally>()
    this.#byModel.set(model, days)
    this.#bySpelling.set(spelling, days)
    return days
  }
}

function nameOf(spelling: string): string {
  return canonicalModel(spelling) || 'unknown'
}
