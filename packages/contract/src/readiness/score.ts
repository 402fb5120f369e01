import type { CriterionEvaluation } from '../readiness-report.ts'
import { catalogue, isCriterionId } from './catalogue.ts'
import { type Criterion, type Level, levels, type Pillar, pillars } from './criterion.ts'

type Evaluations = Readonly<Record<string, CriterionEvaluation>>

/** How many of some criteria pass. */
export interface Tally {
  readonly passed: number
  readonly total: number
}

export interface Score extends Tally {
  readonly level: Level
  readonly byLevel: readonly (Tally & { readonly level: Level; readonly name: string })[]
  /** Only pillars of which a criterion was judged. */
  readonly byPillar: readonly (Tally & { readonly pillar: Pillar })[]
}

/**
 * The level of a repository: it begins at 1, and reaches the next level when at least 80 % of its level's criteria pass.
 * A criterion passes when every application that it was judged for does. Criteria that the catalogue does not know
 * have no level and do not count.
 */
export function scoreOf(report: Evaluations): Score {
  const judged = Object.entries(report).flatMap(([id, evaluation]) =>
    isCriterionId(id) ? [{ ...catalogue[id], passes: passesWhole(evaluation) }] : [],
  )
  const tally = (isMeant: (criterion: Pick<Criterion, 'level' | 'pillar'>) => boolean): Tally => {
    const meant = judged.filter(isMeant)
    return { passed: meant.filter(({ passes }) => passes).length, total: meant.length }
  }
  const byLevel = levels.map((each) => ({ ...each, ...tally(({ level }) => level === each.level) }))
  const byPillar = pillars
    .map((pillar) => ({ pillar, ...tally((each) => each.pillar === pillar) }))
    .filter(({ total }) => total > 0)
  // An empty report is level 1, not 5: nothing was shown.
  const firstUnmet = byLevel.find((each) => missingFor(each) > 0)?.level ?? 5
  return { level: judged.length === 0 ? 1 : firstUnmet, ...tally(() => true), byLevel, byPillar }
}

/** How many more criteria must pass for 80 %. */
export function missingFor({ passed, total }: Tally): number {
  return Math.max(0, Math.ceil((total * 4) / 5) - passed)
}

export function passesWhole({ numerator, denominator }: CriterionEvaluation): boolean {
  return numerator >= denominator
}
