import { type CriterionId, catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import { passesWhole } from '@muster/contract/readiness/score'
import type { CriterionEvaluation } from '@muster/contract/readiness-report'
import type { Application } from './applications/application.ts'
import { findApplications, type NamedApplications } from './applications/find-applications.ts'
import { checks } from './checks/all.ts'
import { type Check, isDocumentation, type Subject } from './checks/check.ts'
import { createEvidence } from './evidence/evidence.ts'
import { type Finding, fail } from './evidence/finding.ts'
import { createPlaces } from './places-to-add.ts'
import { type Judged, rationaleOf, sentence } from './rationale.ts'
import type { Repository } from './repository/create-repository.ts'
import { noteFaults } from './repository/note-faults.ts'

export interface Judgement {
  readonly applications: readonly Application[]
  /** What the criteria were judged by. */
  readonly subject: Subject
  readonly report: Readonly<Partial<Record<CriterionId, CriterionEvaluation>>>
  /** What is missing, by criterion: once for the repository, or for each application that does not pass. */
  readonly failing: Readonly<Partial<Record<CriterionId, readonly Lack[]>>>
}

export interface Lack {
  /** Absent when the repository as a whole was judged. */
  readonly app?: Application
  /** What is missing there, and the smallest change that would pass. */
  readonly missing: string
  /** Files in which one would add it, the likeliest first. */
  readonly places: readonly string[]
}

interface JudgeOptions {
  /** What the configuration says about applications. */
  readonly named?: NamedApplications
  /** Whether a criterion is not judged, of the repository or of one application. */
  readonly isLeftOut?: (id: string, app?: Application) => boolean
}

/** Judges a repository by every criterion that applies. The same view always gives the same judgement. */
export function judge(repository: Repository, { named, isLeftOut = () => false }: JudgeOptions = {}): Judgement {
  const applications = findApplications(repository, named)
  const subject = { repository, applications, evidence: createEvidence(repository, applications) }
  const report: Partial<Record<CriterionId, CriterionEvaluation>> = {}
  const failing: Partial<Record<CriterionId, readonly Lack[]>> = {}
  const placesFor = createPlaces(subject)
  const all = new Map(criterionIds.map((id) => [id, judgeOne(checks[id], subject)]))
  const keptOf = (id: CriterionId): Judged[] =>
    (all.get(id) ?? [])
      .filter(({ app }) => !isLeftOut(id, app))
      .map((each) => (each.finding.passes ? each : { ...each, places: placesFor(id, each.finding.missing, each.app) }))
  for (const id of criterionIds) {
    const judged = keptOf(id)
    const { requires } = catalogue[id]
    const prerequisite = requires === undefined ? undefined : all.get(requires as CriterionId)
    if (judged.length === 0 || (prerequisite && !isMet(prerequisite))) continue
    const counted = {
      numerator: judged.filter(({ finding }) => finding.passes).length,
      denominator: judged.length,
      ...(judged.length > 1 && { share: shareOf(judged) }),
    }
    report[id] = { ...counted, rationale: rationaleOf(judged, passesWhole({ ...counted, rationale: '' })) }
    const lacking = judged.flatMap(({ app, finding, places = [] }) =>
      finding.passes ? [] : [{ ...(app && { app }), missing: sentence(finding.missing), places }],
    )
    if (lacking.length > 0) failing[id] = lacking
  }
  return { applications, subject, report, failing }
}

/** What a package shows of itself is no part of it. */
const demonstrations = /(^|\/)(playgrounds?|demos?)\//i

/** Counted once for each application: every criterion weighs by it. */
const sizes = new WeakMap<Application, number>()

function sizeOf(app: Application | undefined): number {
  // Pages about a project are beside it, however many they are.
  if (app === undefined || isDocumentation(app)) return 1
  const known = sizes.get(app)
  if (known !== undefined) return known
  const own = app.sources.filter((path) => !demonstrations.test(path.slice(app.directory.length)))
  const size = Math.max(1, own.length)
  sizes.set(app, size)
  return size
}

/** By the share of code in passing applications, so that one small directory does not decide. */
function shareOf(judged: readonly Judged[]): number {
  const sum = (some: readonly Judged[]) => some.reduce((size, { app }) => size + sizeOf(app), 0)
  return Math.round((1000 * sum(judged.filter(({ finding }) => finding.passes))) / sum(judged)) / 1000
}

function isMet(judged: readonly Judged[]): boolean {
  return judged.length > 0 && judged.every(({ finding }) => finding.passes)
}

/** Empty when the criterion does not apply. */
function judgeOne(check: Check, subject: Subject): Judged[] {
  if ('repository' in check) {
    const { finding, faults } = noticing(subject, (seen) => check.repository(seen))
    return finding ? [{ finding: withFaults(finding, faults) }] : []
  }
  return subject.applications.flatMap((app) => {
    const { finding, faults } = noticing(subject, (seen) => check.application(app, seen))
    return finding ? [{ app, finding: withFaults(finding, [...new Set([...app.faults, ...faults])]) }] : []
  })
}

/** What a check finds, and what is wrong with the files that it read. */
function noticing(subject: Subject, find: (seen: Subject) => Finding | undefined) {
  const noted = new Set<string>()
  const repository = noteFaults(subject.repository, noted)
  const finding = find({ ...subject, repository, evidence: subject.evidence.readThrough(repository) })
  return { finding, faults: [...noted].sort() }
}

/** An unreadable file may contain what was looked for, so it is the first thing to repair. */
function withFaults(finding: Finding, faults: readonly string[]): Finding {
  if (finding.passes || faults.length === 0) return finding
  return fail(`${faults.join(', ')}, so ${finding.missing}`)
}
