import { isCriterionId } from '@muster/contract/readiness/catalogue'
import { type Score, scoreOf } from '@muster/contract/readiness/score'
import { mostFailingNamed, type PublishReport } from '@muster/contract/readiness-report'
import { readConfiguration } from './configuration.ts'
import { type Judgement, judge } from './judge.ts'
import { type NextSteps, nextSteps } from './next-steps.ts'
import type { HostingFacts } from './repository/hosting-facts.ts'
import { type OpenedRepository, openRepository } from './repository/open-repository.ts'
import { addressOf } from './repository-address.ts'

export interface Evaluation {
  /** Without id and time: the same commit gives the same bytes. */
  readonly report: PublishReport
  readonly score: Score
  readonly next: NextSteps
  readonly failing: Judgement['failing']
  readonly applications: Judgement['applications']
  readonly root: string
  readonly fileCount: number
  /** A file that is there, for remarks about the repository as a whole. */
  readonly anchor: string
  /** Sentences about what could not be known. */
  readonly notes: readonly string[]
}

export interface EvaluateOptions {
  readonly version: string
  readonly hosting?: HostingFacts
  /** Instead of the address of the remote. */
  readonly repoUrl?: string
  readonly onProgress?: (step: string) => void
}

/** Evaluates the repository that holds a path, from its files and history alone. Nothing of it is run. */
export async function evaluate(path: string, options: EvaluateOptions): Promise<Evaluation> {
  options.onProgress?.('Reading the repository')
  const opened = await openRepository(path, options.hosting)
  options.onProgress?.(`Judging ${opened.repository.paths.length.toLocaleString('en-US')} files`)
  return evaluateOpened(opened, options)
}

export function evaluateOpened({ repository, root, notes }: OpenedRepository, options: EvaluateOptions): Evaluation {
  const { switchedOff } = readConfiguration(repository)
  const { applications, report, failing } = judge(repository)
  const judged = Object.fromEntries(Object.entries(report).filter(([id]) => !Object.hasOwn(switchedOff, id)))
  const off = Object.entries(switchedOff).map(([id, reason]) => [id, { reason }] as const)
  const score = scoreOf(judged)
  const lacking = withoutSwitchedOff(failing, switchedOff)
  const { commitHash, branch, hasLocalChanges, hasNonRemoteCommits, remoteUrl } = repository.git
  return {
    report: {
      repoUrl: options.repoUrl ?? addressOf(remoteUrl, root),
      apps: Object.fromEntries(applications.map(({ name, description, kind }) => [name, { description, kind }])),
      report: judged,
      ...(commitHash !== undefined && { commitHash }),
      ...(branch !== undefined && { branch: branch.slice(0, 500).toWellFormed() }),
      ...(hasLocalChanges !== undefined && { hasLocalChanges }),
      ...(hasNonRemoteCommits !== undefined && { hasNonRemoteCommits }),
      agentVersion: options.version,
      ...(off.length > 0 && { switchedOff: Object.fromEntries(off) }),
      ...assessmentOf(score, lacking),
    },
    score,
    next: nextSteps(judged),
    failing: lacking,
    applications,
    root,
    fileCount: repository.paths.length,
    anchor: repository.namesIn('').find((name) => /^readme/i.test(name)) ?? repository.paths[0] ?? 'README.md',
    notes,
  }
}

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

function withoutSwitchedOff(failing: Judgement['failing'], switchedOff: object): Judgement['failing'] {
  const kept = Object.entries(failing).filter(([id]) => isCriterionId(id) && !Object.hasOwn(switchedOff, id))
  return Object.fromEntries(kept) as Judgement['failing']
}
