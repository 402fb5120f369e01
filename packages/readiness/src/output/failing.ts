import { groupBy } from '@muster/contract/group-by'
import { type CriterionId, catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import type { Criterion } from '@muster/contract/readiness/criterion'
import { passesWhole } from '@muster/contract/readiness/score'
import type { CriterionEvaluation, PublishReport } from '@muster/contract/readiness-report'

interface Line {
  readonly id: CriterionId
  readonly criterion: Criterion
  readonly evaluation: CriterionEvaluation
  readonly passes: boolean
}

/** The criteria of a report in the order of the catalogue. */
export function linesOf({ report }: Pick<PublishReport, 'report'>): Line[] {
  return criterionIds.flatMap((id) => {
    const evaluation = report[id]
    return evaluation ? [{ id, criterion: catalogue[id], evaluation, passes: passesWhole(evaluation) }] : []
  })
}

/** The criteria that do not pass, by level, the lowest first. */
export function failingByLevel(report: Pick<PublishReport, 'report'>): [level: number, lines: Line[]][] {
  const failing = linesOf(report).filter(({ passes }) => !passes)
  return [...groupBy(failing, ({ criterion }) => criterion.level)].sort(([a], [b]) => a - b)
}
