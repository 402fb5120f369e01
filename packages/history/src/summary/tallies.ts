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
  readonly #bySpelling = new Map<string, Map<string, NamedTally>>()
  readonly #byModel = new Map<string, Map<string, NamedTally>>()

  constructor(agent: string) {
    this.#agent = agent
  }

  of(spelling: string, day: string): NamedTally {
    const days = this.#bySpelling.get(spelling) ?? this.#daysOf(spelling)
    const known = days.get(day)
    if (known) return known
    const row = { date: day, agent: this.#agent, model: nameOf(spelling), tally: new Tally() }
    days.set(day, row)
    this.all.push(row)
    return row
  }

  #daysOf(spelling: string): Map<string, NamedTally> {
    const model = nameOf(spelling)
    const days = this.#byModel.get(model) ?? new Map<string, NamedTally>()
    this.#byModel.set(model, days)
    this.#bySpelling.set(spelling, days)
    return days
  }
}

function nameOf(spelling: string): string {
  return canonicalModel(spelling) || 'unknown'
}
