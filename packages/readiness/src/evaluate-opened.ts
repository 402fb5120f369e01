import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { mostFailingNamed } from '@muster/contract/readiness/criterion'
import { type NextSteps, nextSteps } from '@muster/contract/readiness/next-steps'
import { type Score, scoreOf } from '@muster/contract/readiness/score'
import type { PublishReport } from '@muster/contract/readiness-report'
import type { Application } from './applications/application.ts'
import { withoutCopies } from './applications/copied-packages.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { exemptIn } from './exempt.ts'
import { canFix } from './fix/can-fix.ts'
import { type Judgement, judge } from './judge/judge.ts'
import { judgeOwn } from './own-criteria.ts'
import { narrow } from './repository/narrow.ts'
import type { OpenedRepository } from './repository/open-repository.ts'
import { addressOf } from './repository-address.ts'

export interface Evaluation {
  /** Without id and time: the same commit gives the same bytes. */
  readonly report: PublishReport
  readonly score: Score
  readonly next: NextSteps
  /** Those of the next steps for which `fix` can do something. */
  readonly fixable: ReadonlySet<CriterionId>
  readonly failing: Judgement['failing']
  readonly applications: Judgement['applications']
  readonly root: string
  readonly fileCount: number
  /** The criteria that the repository defines itself. */
  readonly own: NonNullable<Configuration['criteria']>
  /** A file that is there, for remarks about the repository as a whole. */
  readonly anchor: string
  /** Sentences about what could not be known. */
  readonly notes: readonly string[]
}

export interface EvaluateOptions {
  readonly version: string
  /** Instead of the address of the remote. */
  readonly repoUrl?: string
}

export function evaluateOpened(opened: OpenedRepository, options: EvaluateOptions): Evaluation {
  const { root } = opened
  const configuration = readConfiguration(opened.repository)
  const { criteria = {}, leaveOut = [] } = configuration
  const repository = withoutCopies(narrow(opened.repository, leaveOut))
  const { shown, isLeftOut, notes } = exemptIn(configuration, repository.git.committedOn)
  const { applications, subject, report, failing } = judge(repository, { named: configuration, isLeftOut })
  const score = scoreOf(report)
  const next = nextSteps(report)
  let fixable: Evaluation['fixable'] | undefined
  const { commitHash, branch, hasLocalChanges, hasNonRemoteCommits, remoteUrl } = repository.git
  return {
    report: {
      repoUrl: options.repoUrl ?? addressOf(remoteUrl, root),
      apps: Object.fromEntries(applications.map(reported)),
      report: { ...report, ...judgeOwn(opened.repository, criteria) },
      ...(commitHash !== undefined && { commitHash }),
      ...(branch !== undefined && { branch: branch.slice(0, 500).toWellFormed() }),
      ...(hasLocalChanges !== undefined && { hasLocalChanges }),
      ...(hasNonRemoteCommits !== undefined && { hasNonRemoteCommits }),
      agentVersion: options.version,
      ...(Object.keys(shown).length > 0 && { switchedOff: shown }),
      ...assessmentOf(score, failing),
    },
    score,
    next,
    // Only what is written for people says it.
    get fixable() {
      fixable ??= new Set(next.criteria.filter((id) => canFix(id, subject)))
      return fixable
    },
    failing,
    applications,
    root,
    fileCount: repository.paths.length,
    anchor: repository.namesIn('').find((name) => /^readme/i.test(name)) ?? repository.paths[0] ?? 'README.md',
    own: criteria,
    notes: [...opened.notes, ...notes, ...(applications.length === 0 ? [noApplication] : [])],
  }
}

function reported({ name, description, kind, weighing }: Application) {
  return [name, { description, kind, ...(weighing?.mayBe && { mayBe: weighing.mayBe }) }] as const
}

const noApplication = 'No application was found here, so only what is asked of every repository was judged.'

/** What the report says beside the criteria; a reader need not know the rules. */
function assessmentOf({ level, score, byPillar }: Score, failing: Judgement['failing']) {
  const named = Object.entries(failing)
    .map(([id, lacks]) => [id, lacks.flatMap(({ app }) => app?.name ?? []).slice(0, mostFailingNamed)] as const)
    .filter(([, names]) => names.length > 0)
  return {
    level,
    score,
    pillarScores: Object.fromEntries(byPillar.map((each) => [each.pillar, each.score])),
    ...(named.length > 0 && { failing: Object.fromEntries(named) }),
  }
}
