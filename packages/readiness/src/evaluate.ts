import { type CriterionId, isCriterionId } from '@muster/contract/readiness/catalogue'
import { type Score, scoreOf } from '@muster/contract/readiness/score'
import type { PublishReport } from '@muster/contract/readiness-report'
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
  const { commitHash, branch, hasLocalChanges, hasNonRemoteCommits, remoteUrl } = repository.git
  return {
    report: {
      repoUrl: options.repoUrl ?? addressOf(remoteUrl, root),
      apps: Object.fromEntries(applications.map(({ name, description }) => [name, { description }])),
      report: judged,
      ...(commitHash !== undefined && { commitHash }),
      ...(branch !== undefined && { branch: branch.slice(0, 500).toWellFormed() }),
      ...(hasLocalChanges !== undefined && { hasLocalChanges }),
      ...(hasNonRemoteCommits !== undefined && { hasNonRemoteCommits }),
      agentVersion: options.version,
      ...(off.length > 0 && { switchedOff: Object.fromEntries(off) }),
    },
    score: scoreOf(judged),
    next: nextSteps(judged),
    failing: withoutSwitchedOff(failing, switchedOff),
    applications,
    root,
    fileCount: repository.paths.length,
    notes,
  }
}

function withoutSwitchedOff(failing: Judgement['failing'], switchedOff: object): Judgement['failing'] {
  const kept = Object.entries(failing).filter(([id]) => isCriterionId(id) && !Object.hasOwn(switchedOff, id))
  return Object.fromEntries(kept) as Partial<Record<CriterionId, Judgement['applications']>>
}
