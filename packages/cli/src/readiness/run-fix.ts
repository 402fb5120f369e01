import { openGit } from '@muster/contract/node/git'
import { type CriterionId, catalogue, isCriterionId } from '@muster/contract/readiness/catalogue'
import { closest, WrongConfiguration } from '@muster/readiness/configuration'
import type { LicenseId } from '@muster/readiness/fix/license'
import { type Plan, planFixes } from '@muster/readiness/fix/plan'
import { NoRepository } from '@muster/readiness/repository/ask-git'
import { openRepository } from '@muster/readiness/repository/open-repository'
import { findOwners } from '@muster/readiness/repository/owners'
import type { Context } from '../command-line/context.ts'
import { usage } from '../command-line/failure.ts'
import { diffOf } from '../terminal/diff.ts'
import { confirm } from '../terminal/prompt.ts'
import { oneLine } from '../terminal/width.ts'
import { chooseLicense } from './choose-license.ts'
import { commitFiles, startBranch } from './commit-fixes.ts'
import { agreedPrograms, lineOf, runProgram } from './run-programs.ts'
import { writeFixes } from './write-fixes.ts'

interface FixArguments {
  readonly criterion?: readonly string[] | undefined
  readonly path?: string | undefined
  readonly pr: boolean
  readonly license?: LicenseId | undefined
  readonly holder?: string | undefined
  readonly run: boolean
  readonly yes: boolean
}

/** Shows what is missing, asks, and writes it. */
export async function runFix(
  { criterion = [], path = '.', pr, license, holder, run, yes }: FixArguments,
  { out }: Context,
): Promise<void> {
  const wanted = criterion.map(knownId)
  const { plan, root, hasGit } = await planned(path, wanted, { license, holder }, out)
  if (pr && !hasGit) throw usage('--pr needs a git repository, and this is none.')
  for (const each of plan.files) {
    out.note(`${each.path}${each.before === undefined ? ' (new)' : ''}`)
    out.note(diffOf(each.before ?? '', each.after, out.paint))
  }
  tellRest(plan, out)
  const written = plan.files.map((each) => each.path)
  const begun = plan.begun.map(({ id }) => id)
  if (written.length > 0) {
    const names = written.length === 1 ? 'this file' : `these ${written.length} files`
    await confirm(`Write ${names} for ${[...plan.met, ...begun].join(', ')}?`, yes, 'This writes files')
  }
  const programs = await agreedPrograms(plan.programs, run, out)
  const met = [...plan.met, ...new Set(programs.map(({ id }) => id))]
  const branch = `muster/readiness-${[...met, ...begun][0]?.replaceAll('_', '-')}`
  const isChanged = met.length + begun.length > 0
  if (pr && isChanged) await startBranch(root, branch)
  await writeFixes(root, plan.files)
  if (written.length > 0 && !pr) {
    const them = written.length === 1 ? 'it' : 'them'
    out.note(`Written: ${written.join(', ')}. Read ${them} before you commit ${them}.`)
  }
  for (const each of plan.thenDo) out.note(each)
  for (const each of programs) await runProgram(root, each, out)
  const made = programs.map(({ makes }) => makes)
  if (pr && isChanged) {
    const deeds = [met.length > 0 && `Meet ${met.join(', ')}`, begun.length > 0 && `Begin with ${begun.join(', ')}`]
    await commitFiles(root, [...written, ...made], deeds.filter(Boolean).join('; '))
    out.note(`Committed on the branch ${branch}. Push it, and open a pull request.`)
  }
  if (out.json) out.data({ written, made, met, begun: plan.begun, thenDo: plan.thenDo, byHand: plan.byHand })
}

function knownId(id: string): CriterionId {
  if (isCriterionId(id)) return id
  throw usage(`There is no criterion ${id}${closest(id)}`, '`muster readiness explain` lists them all.')
}

async function planned(
  path: string,
  wanted: readonly CriterionId[],
  said: { readonly license: LicenseId | undefined; readonly holder: string | undefined },
  out: Context['out'],
) {
  try {
    const { repository, root } = await openRepository(path)
    const hasGit = repository.git.branch !== undefined || repository.git.commitHash !== undefined
    const git = hasGit ? (await openGit(root)).git : undefined
    const owners = git ? await findOwners(git) : []
    const plan = planFixes(repository, wanted, { owners })
    const needsLicense = plan.byHand.some(({ id }) => id === 'license')
    const license = needsLicense ? await chooseLicense(repository, git, said, out) : undefined
    return { plan: license ? planFixes(repository, wanted, { owners, license }) : plan, root, hasGit }
  } catch (error) {
    if (error instanceof NoRepository) throw usage(error.message)
    if (error instanceof WrongConfiguration) throw usage(error.message, 'Correct the file and try again.')
    throw error
  }
}

/** Shows the criteria that the files meet, and what remains to do for each of the others. */
function tellRest({ met, begun, byHand, nothingToDo, files, programs }: Plan, out: Context['out']): void {
  if (met.length > 0) out.note(`This meets ${met.join(', ')}.`)
  for (const { id, why } of begun) out.note(`${catalogue[id].title}, in part; the rest by hand: ${oneLine(why)}`)
  // If there are no files, the question about programs follows at once.
  for (const each of files.length > 0 ? programs : [])
    out.note(`${catalogue[each.id].title}, by \`${lineOf(each)}\`, which makes ${each.makes}.`)
  for (const id of nothingToDo) out.note(`${catalogue[id].title}: nothing to do.`)
  for (const { id, why } of byHand) out.note(`${catalogue[id].title}, by hand: ${oneLine(why)}`)
  if (files.length + byHand.length + nothingToDo.length + programs.length === 0)
    out.note('Nothing to do: no step is left.')
}
