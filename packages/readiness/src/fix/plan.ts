import { type CriterionId, catalogue } from '@muster/contract/readiness/catalogue'
import { nextSteps } from '@muster/contract/readiness/next-steps'
import { shareOf } from '@muster/contract/readiness/score'
import { withoutCopies } from '../applications/copied-packages.ts'
import { readConfiguration } from '../configuration.ts'
import { exemptIn } from '../exempt.ts'
import { judge } from '../judge/judge.ts'
import type { Repository } from '../repository/create-repository.ts'
import { narrow } from '../repository/narrow.ts'
import { overlay } from '../repository/overlay.ts'
import type { Known, Program } from './fix.ts'
import { fixes, inParts, programs, thenDo } from './fixes.ts'
import { withExceptions } from './ignored.ts'

export interface PlannedFile {
  readonly path: string
  /** `undefined` for a new file. */
  readonly before: string | undefined
  readonly after: string
}

export interface PlannedProgram extends Program {
  readonly id: CriterionId
}

export interface Plan {
  readonly files: readonly PlannedFile[]
  /** Criteria that pass, or are met by more applications, once the files are there. */
  readonly met: readonly CriterionId[]
  /** Criteria of which the files meet a part, each with what is left to do by hand. */
  readonly begun: readonly { readonly id: CriterionId; readonly why: string }[]
  /** What people do beside, so that the files have an effect. */
  readonly thenDo: readonly string[]
  /** Programs that would meet further criteria. */
  readonly programs: readonly PlannedProgram[]
  /** What has to be done by hand, each with what is missing. */
  readonly byHand: readonly { readonly id: CriterionId; readonly why: string }[]
  /** Criteria that were asked for and pass, or do not apply. */
  readonly nothingToDo: readonly CriterionId[]
}

/** Plans what would meet some criteria, or the next steps without any, and makes sure that it does. Nothing is written. */
export function planFixes(opened: Repository, wanted: readonly CriterionId[], known: Known): Plan {
  const configuration = readConfiguration(opened)
  const repository = withoutCopies(narrow(opened, configuration.leaveOut ?? []))
  const { isLeftOut } = exemptIn(configuration, repository.git.committedOn)
  const options = { named: configuration, isLeftOut }
  const { report } = judge(repository, options)
  const ids = wanted.length > 0 ? wanted : nextSteps(report).criteria
  const written = new Map<string, string>()
  const made: PlannedProgram[] = []
  const met: CriterionId[] = []
  const begun: { id: CriterionId; why: string }[] = []
  const byHand: { id: CriterionId; why: string }[] = []
  const nothingToDo: CriterionId[] = []
  for (const id of ids) {
    const view = overlay(repository, written)
    const { report: now, subject } = judge(view, options)
    const before = now[id]
    if (before === undefined || shareOf(before) === 1) {
      const isDone = before !== undefined && report[id] !== undefined && shareOf(report[id]) < 1
      ;(isDone ? met : nothingToDo).push(id)
      continue
    }
    const context = { ...subject, ...known }
    const judged = (files: ReadonlyMap<string, string>) => judge(overlay(repository, files), options).report[id]
    const helps = (after: typeof before | undefined) => after !== undefined && shareOf(after) > shareOf(before)
    const drafts = withExceptions(view, fixes[id]?.(context) ?? [])
    const withDrafts = new Map([...written, ...drafts.map(({ path, text }) => [path, text] as const)])
    const runs = programs[id]?.(context) ?? []
    const after = drafts.length > 0 ? judged(withDrafts) : undefined
    const isMet = helps(after)
    if (after !== undefined && (isMet || inParts.has(id))) {
      for (const { path, text } of drafts) written.set(path, text)
      if (isMet) met.push(id)
      else begun.push({ id, why: after.rationale })
    } else if (
      runs.length > 0 &&
      helps(judged(new Map([...written, ...runs.map(({ makes }) => [makes, ''] as const)])))
    ) {
      made.push(...runs.map((run) => ({ ...run, id })))
    } else byHand.push({ id, why: (report[id] ?? before).rationale || catalogue[id].passes })
  }
  const files = [...written].map(([path, after]) => ({ path, before: repository.text(path), after }))
  const remarks = files.flatMap(({ path, after }) => thenDo(path, after))
  return { files, met, begun, thenDo: remarks, programs: made, byHand, nothingToDo }
}
