import type { CriterionEvaluation } from '../readiness-report.ts'
import { type CriterionId, catalogue, criterionIds } from './catalogue.ts'
import { effectOf } from './effects.ts'
import { missingFor, passesWhole, scoreOf, shareOf, weightOf } from './score.ts'

type Evaluations = Readonly<Record<string, CriterionEvaluation>>

export interface NextSteps {
  /** The next level; `undefined` at the highest one. */
  readonly towards: number | undefined
  /** How many criteria of the current level are missing for it. */
  readonly missing: number
  /** The best ratio of benefit to work first. */
  readonly criteria: readonly CriterionId[]
}

const mostSteps = 3

/** The changes that an engineer would make first: by effect and effort, of the current level and of the next one. */
export function nextSteps(report: Evaluations): NextSteps {
  const { level, byLevel } = scoreOf(report)
  const here = byLevel.find((each) => each.level === level)
  const failing = criterionIds.filter((id) => {
    const evaluation = report[id]
    return catalogue[id].level <= level + 1 && evaluation !== undefined && !passesWhole(evaluation)
  })
  const criteria = failing.sort((a, b) => worthOf(b, report) - worthOf(a, report) || betterOf(a, b)).slice(0, mostSteps)
  return { towards: level < 5 ? level + 1 : undefined, missing: here ? missingFor(here) : 0, criteria }
}

/** Effect divided by effort. A criterion that most applications meet is nearly done. */
function worthOf(id: CriterionId, report: Evaluations): number {
  const evaluation = report[id]
  const work = catalogue[id].effort * (1 - (evaluation ? shareOf(evaluation) : 0) / 2)
  return weightOf(id) / work
}

/** Of two that are worth the same: the smaller change first, and then what an agent gains more from. */
function betterOf(a: CriterionId, b: CriterionId): number {
  return catalogue[a].effort - catalogue[b].effort || effectOf(b) - effectOf(a)
}
