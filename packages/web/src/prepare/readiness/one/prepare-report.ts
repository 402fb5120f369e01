import { catalogue, isCriterionId } from '@muster/contract/readiness/catalogue'
import { type Criterion, pillars } from '@muster/contract/readiness/criterion'
import { nextSteps } from '@muster/contract/readiness/next-steps'
import { type Score, scoreOf } from '@muster/contract/readiness/score'
import type { ReadinessReport } from '@muster/contract/readiness-report'

export interface Verdict extends Criterion {
  readonly id: string
  readonly isPassed: boolean
  readonly rationale: string
  readonly numerator: number
  readonly denominator: number
  /** Applications that do not pass. */
  readonly failing: readonly string[]
}

export interface PreparedReport {
  readonly score: Score
  /** The number of further criteria that must pass for the next level; 0 at the highest. */
  readonly missing: number
  readonly byPillar: readonly { readonly pillar: string; readonly verdicts: readonly Verdict[] }[]
  readonly nextSteps: readonly Verdict[]
  /** The repository's own criteria, which count for no level. */
  readonly own: readonly { readonly id: string; readonly isPassed: boolean; readonly rationale: string }[]
}

export function prepareReport(report: ReadinessReport): PreparedReport {
  const score = scoreOf(report.report)
  const verdicts = Object.entries(report.report).flatMap(([id, { numerator, denominator, rationale }]): Verdict[] => {
    if (!isCriterionId(id)) return []
    const failing = report.failing?.[id] ?? []
    return [{ ...catalogue[id], id, isPassed: score.passing.has(id), rationale, numerator, denominator, failing }]
  })
  // The same steps that the command shows.
  const steps = nextSteps(report.report)
  return {
    score,
    missing: steps.missing,
    byPillar: pillars.flatMap((pillar) => {
      const own = verdicts.filter((each) => each.pillar === pillar)
      return own.length === 0 ? [] : [{ pillar, verdicts: own.toSorted((a, b) => a.level - b.level) }]
    }),
    own: Object.entries(report.report).flatMap(([id, { numerator, rationale }]) =>
      isCriterionId(id) ? [] : [{ id, isPassed: numerator > 0, rationale }],
    ),
    nextSteps: steps.criteria.flatMap((id) => verdicts.find((each) => each.id === id) ?? []),
  }
}

type Comparison = readonly {
  readonly verdict: Verdict
  readonly change: 'passes now' | 'fails now' | 'new' | 'gone'
}[]

/** The differences between an earlier and a later report. */
export function compareReports(before: PreparedReport, after: PreparedReport): Comparison {
  const verdictsOf = ({ byPillar }: PreparedReport) =>
    new Map(byPillar.flatMap(({ verdicts }) => verdicts.map((verdict) => [verdict.id, verdict] as const)))
  const [earlier, later] = [verdictsOf(before), verdictsOf(after)]
  const changed = [...later.values()].flatMap((verdict): Comparison => {
    const was = earlier.get(verdict.id)
    if (!was) return [{ verdict, change: 'new' }]
    if (was.isPassed === verdict.isPassed) return []
    return [{ verdict, change: verdict.isPassed ? 'passes now' : 'fails now' }]
  })
  const gone = [...earlier.values()].flatMap(
    (verdict): Comparison => (later.has(verdict.id) ? [] : [{ verdict, change: 'gone' }]),
  )
  return [...changed, ...gone]
}

/** Two reports and their differences. */
export interface Compared {
  readonly before: PreparedReport
  readonly after: PreparedReport
  readonly changes: Comparison
}
