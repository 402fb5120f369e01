import { type CriterionId, catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import type { CriterionEvaluation } from '@muster/contract/readiness-report'
import type { Application } from './applications/application.ts'
import { findApplications } from './applications/find-applications.ts'
import { checks } from './checks/all.ts'
import type { Check, Subject } from './checks/check.ts'
import { createEvidence } from './evidence/evidence.ts'
import { type Finding, fail } from './evidence/finding.ts'
import { type Judged, rationaleOf } from './rationale.ts'
import type { Repository } from './repository/create-repository.ts'

export interface Judgement {
  readonly applications: readonly Application[]
  readonly report: Readonly<Partial<Record<CriterionId, CriterionEvaluation>>>
  /** The applications that do not pass, by criterion; empty for a criterion of the repository. */
  readonly failing: Readonly<Partial<Record<CriterionId, readonly Application[]>>>
}

/** Judges a repository by every criterion that applies. The same view always gives the same judgement. */
export function judge(repository: Repository): Judgement {
  const applications = findApplications(repository)
  const subject = { repository, applications, evidence: createEvidence(repository, applications) }
  const report: Partial<Record<CriterionId, CriterionEvaluation>> = {}
  const failing: Partial<Record<CriterionId, readonly Application[]>> = {}
  const all = new Map(criterionIds.map((id) => [id, judgeOne(checks[id], subject)]))
  for (const id of criterionIds) {
    const judged = all.get(id) ?? []
    const { requires } = catalogue[id]
    const prerequisite = requires === undefined ? undefined : all.get(requires as CriterionId)
    if (judged.length === 0 || (prerequisite && !isMet(prerequisite))) continue
    report[id] = {
      numerator: judged.filter(({ finding }) => finding.passes).length,
      denominator: judged.length,
      rationale: rationaleOf(judged),
    }
    const lacking = judged.filter(({ finding }) => !finding.passes)
    if (lacking.length > 0) failing[id] = lacking.flatMap(({ app }) => app ?? [])
  }
  return { applications, report, failing }
}

function isMet(judged: readonly Judged[]): boolean {
  return judged.length > 0 && judged.every(({ finding }) => finding.passes)
}

/** Empty when the criterion does not apply. */
function judgeOne(check: Check, subject: Subject): Judged[] {
  const { repository, applications } = subject
  repository.takeFaults()
  if ('repository' in check) {
    const finding = check.repository(subject)
    return finding ? [{ finding: withFaults(finding, repository.takeFaults()) }] : []
  }
  return applications.flatMap((app) => {
    const finding = check.application(app, subject)
    const faults = [...new Set([...app.faults, ...repository.takeFaults()])]
    return finding ? [{ app, finding: withFaults(finding, faults) }] : []
  })
}

/** A file that cannot be read may hold what was looked for: that is the first thing to mend. */
function withFaults(finding: Finding, faults: readonly string[]): Finding {
  if (finding.passes || faults.length === 0) return finding
  return fail(`${faults.join(', ')}, so ${finding.missing}`)
}
