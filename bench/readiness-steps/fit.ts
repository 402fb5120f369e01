import { type CriterionId, catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import { weightOf } from '@muster/contract/readiness/score'

/** What one person would do first in a repository, of what is missing there. */
export interface Choice {
  readonly repository: string
  readonly chooser: string
  /** The three that come first, the best one first. */
  readonly first: readonly CriterionId[]
  /** Others that would have been about as good. */
  readonly also: readonly CriterionId[]
  /** What would be silly to propose among the first ones. */
  readonly never: readonly CriterionId[]
  /** Everything that is missing, as the labels of the repository say. */
  readonly open: readonly CriterionId[]
}

/** So many people would have to choose otherwise before what they say counts as much as effect and effort. */
const restraint = 4

/** The greatest product of a level's weight and an effect. */
const greatestWeight = 9

/** How gladly people take a step, from -0.5 to 1: how often they choose it where it is missing, held near effect and effort. */
export function fitWorth(choices: readonly Choice[]): Record<CriterionId, number> {
  const worthOf = (id: CriterionId) => {
    const asked = choices.filter(({ open }) => open.includes(id))
    const said = asked.reduce((sum, choice) => sum + pointsOf(choice, id), 0)
    const expected = (weightOf(id) / catalogue[id].effort / greatestWeight) * 0.6
    return (said + restraint * expected) / (asked.length + restraint)
  }
  return Object.fromEntries(criterionIds.map((id) => [id, Math.round(worthOf(id) * 100) / 100 + 0])) as Record<
    CriterionId,
    number
  >
}

function pointsOf({ first, also, never }: Choice, id: CriterionId): number {
  if (first.includes(id)) return 1
  if (also.includes(id)) return 0.5
  return never.includes(id) ? -0.5 : 0
}
