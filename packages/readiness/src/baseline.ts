import { catalogue, isCriterionId } from '@muster/contract/readiness/catalogue'
import { scoreOf } from '@muster/contract/readiness/score'
import type { CriterionEvaluation } from '@muster/contract/readiness-report'

type Evaluations = Readonly<Record<string, CriterionEvaluation>>

export interface Comparison {
  readonly levelBefore: number
  readonly levelNow: number
  /** Criteria of which a smaller share passes than before. */
  readonly worse: readonly string[]
  readonly better: readonly string[]
}

/** What became better or worse. A criterion that only one of the reports has is neither. */
export function compare(before: Evaluations, now: Evaluations): Comparison {
  const both = Object.keys(now).filter((id) => before[id] !== undefined)
  const change = (id: string) => shareOf(now[id]) - shareOf(before[id])
  return {
    levelBefore: scoreOf(before).level,
    levelNow: scoreOf(now).level,
    worse: both.filter((id) => change(id) < 0),
    better: both.filter((id) => change(id) > 0),
  }
}

export function isRegression({ levelBefore, levelNow, worse }: Comparison): boolean {
  return levelNow < levelBefore || worse.length > 0
}

/** The evaluations of an earlier report, or a sentence about why it is none. */
export function parseBaseline(value: unknown): Evaluations | string {
  const report = typeof value === 'object' && value !== null && 'report' in value ? value.report : undefined
  if (typeof report !== 'object' || report === null)
    return 'It has no "report". Write it with `muster readiness --json`.'
  for (const [id, each] of Object.entries(report)) {
    if (!isEvaluation(each)) return `Its criterion ${id} has no numerator and denominator.`
  }
  return report as Evaluations
}

function isEvaluation(value: unknown): value is CriterionEvaluation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'numerator' in value &&
    typeof value.numerator === 'number' &&
    'denominator' in value &&
    typeof value.denominator === 'number' &&
    value.denominator > 0
  )
}

function shareOf(evaluation: CriterionEvaluation | undefined): number {
  return evaluation ? evaluation.numerator / evaluation.denominator : 0
}

/** The title of a criterion. */
export function titleOf(id: string): string {
  return isCriterionId(id) ? catalogue[id].title : id
}
