import { type CriterionId, catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import { missingFor, passesWhole, scoreOf } from '@muster/contract/readiness/score'
import type { CriterionEvaluation } from '@muster/contract/readiness-report'

export interface NextSteps {
  /** The level that they lead to; `undefined` at the highest one. */
  readonly towards: number | undefined
  /** How many criteria are missing for it. */
  readonly missing: number
  readonly criteria: readonly CriterionId[]
}

const mostSteps = 3

/** The changes that raise the level soonest: those of the level at hand, the least work first. */
export function nextSteps(report: Readonly<Record<string, CriterionEvaluation>>): NextSteps {
  const { level, byLevel } = scoreOf(report)
  const here = byLevel.find((each) => each.level === level)
  const failing = criterionIds.filter((id) => {
    const evaluation = report[id]
    return catalogue[id].level === level && evaluation !== undefined && !passesWhole(evaluation)
  })
  const criteria = failing.sort((a, b) => workOf(a) - workOf(b)).slice(0, mostSteps)
  return { towards: level < 5 ? level + 1 : undefined, missing: here ? missingFor(here) : 0, criteria }

  /** A criterion that most applications meet already is nearly done. */
  function workOf(id: CriterionId): number {
    const { numerator = 0, denominator = 1 } = report[id] ?? {}
    return catalogue[id].effort - numerator / denominator
  }
}
