import type { CriterionEvaluation } from '../readiness-report.ts'
import { type CriterionId, catalogue, criterionIds, isCriterionId } from './catalogue.ts'
import { type Level, levels, type Pillar, pillars } from './criterion.ts'
import { effectOf } from './effects.ts'

type Evaluations = Readonly<Record<string, CriterionEvaluation>>

/** How many of some criteria pass. */
export interface Tally {
  readonly passed: number
  readonly total: number
}

export interface LevelTally extends Tally {
  readonly level: Level
  readonly name: string
  /** Too few criteria were judged to decide whether the level is met. */
  readonly isUnknown: boolean
}

export interface Score extends Tally {
  readonly level: Level
  /** From 0 to 100: the weighted share of the judged criteria that are met. */
  readonly score: number
  /** The criteria that pass. */
  readonly passing: ReadonlySet<string>
  readonly byLevel: readonly LevelTally[]
  /** Only pillars with a judged criterion. */
  readonly byPillar: readonly (Tally & { readonly pillar: Pillar; readonly score: number })[]
}

/** A criterion judged per application passes if applications with at least this share of their code pass. */
const enough = 2 / 3

/** A level is met only if at least this share of its criteria was judged. */
const leastJudged = 1 / 4

/** Lower levels weigh more than higher ones. */
const levelWeights: Readonly<Record<Level, number>> = { 1: 3, 2: 2, 3: 2, 4: 1, 5: 1 }

/**
 * The weight of a criterion in the score and in the next steps, from its level and from what an agent gains by it.
 * Without the gain, services would score below equally good libraries, because more criteria apply to services.
 */
export function weightOf(id: CriterionId): number {
  return levelWeights[catalogue[id].level] * effectOf(id)
}

/**
 * The level of a repository. It starts at 1 and rises when at least 80 % of the current level's criteria pass and at
 * least a quarter of them was judged. Criteria that the catalogue does not contain have no level and do not count.
 */
export function scoreOf(report: Evaluations): Score {
  const judged = Object.entries(report).flatMap(([id, evaluation]) =>
    isCriterionId(id) ? [{ id, ...catalogue[id], share: shareOf(evaluation), passes: passesWhole(evaluation) }] : [],
  )
  type Judged = (typeof judged)[number]
  const tally = (meant: readonly Judged[]): Tally => ({
    passed: meant.filter(({ passes }) => passes).length,
    total: meant.length,
  })
  const byLevel = levels.map((each) => {
    const meant = judged.filter(({ level }) => level === each.level)
    return { ...each, ...tally(meant), isUnknown: meant.length < sizes[each.level] * leastJudged }
  })
  const byPillar = pillars.flatMap((pillar) => {
    const meant = judged.filter((each) => each.pillar === pillar)
    return meant.length === 0 ? [] : [{ pillar, ...tally(meant), score: pointsOf(meant) }]
  })
  return {
    level: byLevel.find((each) => each.isUnknown || missingFor(each) > 0)?.level ?? 5,
    score: pointsOf(judged),
    passing: new Set<CriterionId>(judged.filter(({ passes }) => passes).map(({ id }) => id)),
    ...tally(judged),
    byLevel,
    byPillar,
  }
}

const sizes = Object.fromEntries(
  levels.map(({ level }) => [level, criterionIds.filter((id) => catalogue[id].level === level).length]),
) as Readonly<Record<Level, number>>

/** Applications that nearly pass earn partial points. */
function pointsOf(judged: readonly { readonly id: CriterionId; readonly share: number }[]): number {
  const whole = judged.reduce((sum, { id }) => sum + weightOf(id), 0)
  const met = judged.reduce((sum, { id, share }) => sum + weightOf(id) * share, 0)
  return whole === 0 ? 0 : Math.round((100 * met) / whole)
}

/** The number of further criteria that must pass to reach 80 %. */
export function missingFor({ passed, total }: Tally): number {
  return Math.max(0, Math.ceil((total * 4) / 5) - passed)
}

/** The share that passes, by code size if the report has it, otherwise by number. */
export function shareOf({ numerator, denominator, share }: CriterionEvaluation): number {
  return share ?? Math.min(1, numerator / denominator)
}

/** Whether a criterion passes: fully for a repository, mostly for several applications. */
export function passesWhole(evaluation: CriterionEvaluation): boolean {
  return shareOf(evaluation) >= enough
}
