import type { CriterionEvaluation } from '../readiness-report.ts'
import { type CriterionId, catalogue, criterionIds } from './catalogue.ts'
import { effectOf } from './effects.ts'
import { missingFor, passesWhole, scoreOf, shareOf } from './score.ts'

type Evaluations = Readonly<Record<string, CriterionEvaluation>>

export interface NextSteps {
  /** The next level; `undefined` at the highest level. */
  readonly towards: number | undefined
  /** How many criteria of the current level must still pass. */
  readonly missing: number
  /** The recommended criteria, the best first. */
  readonly criteria: readonly CriterionId[]
}

const mostSteps = 3

/** The changes that an engineer would make first, by what engineers chose in other repositories. */
export function nextSteps(report: Evaluations, worth = (id: CriterionId): number => catalogue[id].worth): NextSteps {
  const { level, byLevel } = scoreOf(report)
  const here = byLevel.find((each) => each.level === level)
  const failing = criterionIds.filter((id) => worth(id) >= 0 && report[id] !== undefined && !passesWhole(report[id]))
  const worthOf = (id: CriterionId) => worth(id) * (1 + (report[id] ? shareOf(report[id]) : 0) / 2)
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

/** Criteria that the same step meets: instructions for agents name the build, a set-up of updates has a minimum age. */
export function metWith(id: CriterionId): readonly CriterionId[] {
  return metTogether[id] ?? []
}

/** Of two criteria of equal worth, the smaller effort comes first, then the greater gain for agents. */
function betterOf(a: CriterionId, b: CriterionId): number {
  return catalogue[a].effort - catalogue[b].effort || effectOf(b) - effectOf(a)
}
