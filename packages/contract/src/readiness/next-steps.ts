import type { CriterionEvaluation } from '../readiness-report.ts'
import { type CriterionId, catalogue, criterionIds } from './catalogue.ts'
import { effectOf } from './effects.ts'
import { missingFor, passesWhole, scoreOf, shareOf } from './score.ts'
import { stepWorth } from './step-worth.ts'

type Evaluations = Readonly<Record<string, CriterionEvaluation>>

export interface NextSteps {
  /** The next level; `undefined` at the highest one. */
  readonly towards: number | undefined
  /** How many criteria of the current level are missing for it. */
  readonly missing: number
  /** What people would do first, the best first. */
  readonly criteria: readonly CriterionId[]
}

const mostSteps = 3

/** The changes that an engineer would make first: by what engineers chose in other repositories. */
export function nextSteps(report: Evaluations, worth: Readonly<Record<CriterionId, number>> = stepWorth): NextSteps {
  const { level, byLevel } = scoreOf(report)
  const here = byLevel.find((each) => each.level === level)
  // What people find silly more often than good is no next step.
  const failing = criterionIds.filter((id) => worth[id] >= 0 && report[id] !== undefined && !passesWhole(report[id]))
  const worthOf = (id: CriterionId) => worth[id] * (1 + (report[id] ? shareOf(report[id]) : 0) / 2)
  const isMetWithAnother = (id: CriterionId) => failing.some((each) => metWith(each).includes(id))
  const criteria = failing
    .filter((id) => !isMetWithAnother(id))
    .sort((a, b) => worthOf(b) - worthOf(a) || betterOf(a, b))
    .slice(0, mostSteps)
  return { towards: level < 5 ? level + 1 : undefined, missing: here ? missingFor(here) : 0, criteria }
}

const metTogether: Readonly<Partial<Record<CriterionId, readonly CriterionId[]>>> = {
  agents_md: ['build_cmd_doc'],
  dependency_update_automation: ['min_release_age'],
  pre_commit_hooks: ['secret_scanning', 'large_file_detection'],
}

/** What is met on the way: instructions for agents show how to build, and whoever sets updates up says how old they must be. */
export function metWith(id: CriterionId): readonly CriterionId[] {
  return metTogether[id] ?? []
}

/** Of two that are worth the same: the smaller change first, and then what an agent gains more from. */
function betterOf(a: CriterionId, b: CriterionId): number {
  return catalogue[a].effort - catalogue[b].effort || effectOf(b) - effectOf(a)
}
