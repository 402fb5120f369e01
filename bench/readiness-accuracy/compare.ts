import type { Evaluation } from '@muster/readiness/evaluate-opened'
import type { Label, LabelledVerdict, VerdictLabel } from './label.ts'

/** One label beside what the evaluator says. */
export interface Compared {
  readonly repository: string
  readonly criterion: string
  readonly label: VerdictLabel
  readonly actual: LabelledVerdict
  readonly rationale: string
  readonly isRight: boolean
  /** The verdict is right, and its rationale names what the label names. */
  readonly hasRightEvidence: boolean
}

export interface ComparedApplications {
  readonly missing: readonly string[]
  readonly extra: readonly string[]
  readonly wrongKind: readonly string[]
  /** Applications that were found with the right kind, of all that were labelled for certain or found wrongly. */
  readonly right: number
  readonly total: number
}

export function compareVerdicts(label: Label, { report, score }: Evaluation): Compared[] {
  return Object.entries(label.verdicts).map(([criterion, expected]) => {
    const evaluation = report.report[criterion]
    const actual = evaluation === undefined ? 'absent' : score.passing.has(criterion) ? 'passes' : 'fails'
    const rationale = evaluation?.rationale ?? ''
    const isRight = actual === expected.verdict
    // Hosts look for templates and the like in any case, and so may a label.
    const said = rationale.toLowerCase()
    const places = expected.evidence ?? []
    const named = places.length === 0 || places.some((path) => said.includes(path.toLowerCase()))
    return {
      repository: label.repository,
      criterion,
      label: expected,
      actual,
      rationale,
      isRight,
      hasRightEvidence: isRight && named,
    }
  })
}

export function compareApplications(label: Label, { applications }: Evaluation): ComparedApplications {
  const found = new Map(applications.map(({ name, kind }) => [name, kind as string]))
  const certain = Object.entries(label.applications).filter(([, { doubtful }]) => !doubtful)
  const missing = certain.filter(([name]) => !found.has(name)).map(([name]) => name)
  const extra = [...found.keys()].filter((name) => label.applications[name] === undefined)
  const wrongKind = certain
    .filter(([name, { kind }]) => found.has(name) && found.get(name) !== kind)
    .map(([name, { kind }]) => `${name} is a ${kind}, not a ${found.get(name)}`)
  const total = certain.length + extra.length
  return { missing, extra, wrongKind, total, right: total - missing.length - extra.length - wrongKind.length }
}

/** Kendall's tau-b: 1 when two rankings agree in every pair, −1 when they disagree in every one; ties count for neither. */
export function kendallTau(pairs: readonly (readonly [a: number, b: number])[]): number {
  let agreeing = 0
  let tiedA = 0
  let tiedB = 0
  let compared = 0
  for (const [index, [a, b]] of pairs.entries()) {
    for (const [otherA, otherB] of pairs.slice(index + 1)) {
      const inA = Math.sign(a - otherA)
      const inB = Math.sign(b - otherB)
      agreeing += inA * inB
      if (inA === 0) tiedA++
      if (inB === 0) tiedB++
      compared++
    }
  }
  return agreeing / Math.sqrt((compared - tiedA) * (compared - tiedB))
}
