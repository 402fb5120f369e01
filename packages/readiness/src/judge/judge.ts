import { type CriterionId, catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import { passesWhole } from '@muster/contract/readiness/score'
import type { CriterionEvaluation } from '@muster/contract/readiness-report'
import type { Application, NamedApplications } from '../applications/application.ts'
import { findApplications } from '../applications/find.ts'
import { isWebsite } from '../applications/website.ts'
import type { Repository } from '../repository/create-repository.ts'
import { notingFaults } from '../repository/note-faults.ts'
import { byTools } from './by-tools.ts'
import { createFacts } from './facts.ts'
import { type Finding, fail } from './finding.ts'
import { placesFor } from './places-to-add.ts'
import { type Judged, rationaleOf, sentence } from './rationale.ts'
import { aboutData } from './special/about-data.ts'
import { aboutDelivery } from './special/about-delivery.ts'
import { aboutPages } from './special/about-pages.ts'
import { aboutSupply } from './special/about-supply.ts'
import { aboutTests } from './special/about-tests.ts'
import { aboutWorkflows } from './special/about-workflows.ts'
import type { Special, Specials, Subject } from './special/special.ts'

/** The check of every criterion: by tools alone, or by code of its own. */
const checks = {
  ...byTools,
  ...aboutPages,
  ...aboutWorkflows,
  ...aboutSupply,
  ...aboutTests,
  ...aboutDelivery,
  ...aboutData,
} satisfies Specials as Readonly<Record<CriterionId, Special>>

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
  const noting = notingFaults(repository)
  const subject = { repository: noting.repository, applications, facts: createFacts(noting.repository, applications) }
  const report: Partial<Record<CriterionId, CriterionEvaluation>> = {}
  const failing: Partial<Record<CriterionId, readonly Lack[]>> = {}
  const all = new Map(criterionIds.map((id) => [id, judgeOne(id, subject, noting)]))
  for (const id of criterionIds) {
    const judged = (all.get(id) ?? []).filter(({ app }) => !isLeftOut(id, app))
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

/** Pages about a project are beside it, however many they are. */
function sizeOf(app: Application | undefined): number {
  return app === undefined || (app.kind === 'frontend' && isWebsite(app)) ? 1 : Math.max(1, app.sources.length)
}

/** By the share of code in passing applications, so that one small directory does not decide. */
function shareOf(judged: readonly Judged[]): number {
  const sum = (some: readonly Judged[]) => some.reduce((size, { app }) => size + sizeOf(app), 0)
  return Math.round((1000 * sum(judged.filter(({ finding }) => finding.passes))) / sum(judged)) / 1000
}

function isMet(judged: readonly Judged[]): boolean {
  return judged.length > 0 && judged.every(({ finding }) => finding.passes)
}

/** Empty when the criterion does not apply. What is wrong with the files that a check read is told beside what is missing. */
function judgeOne(id: CriterionId, subject: Subject, noting: ReturnType<typeof notingFaults>): Judged[] {
  const places: readonly (Application | undefined)[] =
    catalogue[id].scope === 'repository' ? [undefined] : subject.applications
  return places.flatMap((app) => {
    const [finding, faults] = noting.during(() => checks[id](subject, app as Application))
    if (finding === undefined) return []
    const told = withFaults(finding, [...new Set([...(app?.faults ?? []), ...faults])].sort())
    const added = told.passes ? {} : { places: placesFor(id, told.missing, subject, app) }
    return [{ ...(app && { app }), finding: told, ...added }]
  })
}

/** An unreadable file may contain what was looked for, so it is the first thing to repair. */
function withFaults(finding: Finding, faults: readonly string[]): Finding {
  return finding.passes || faults.length === 0 ? finding : fail(`${faults.join(', ')}, so ${finding.missing}`)
}
