import { type CriterionId, catalogue, isCriterionId } from '@muster/contract/readiness/catalogue'
import { closest, WrongConfiguration } from '@muster/readiness/configuration'
import { type LicenseId, licenseIds } from '@muster/readiness/fix/license'
import { type Plan, planFixes } from '@muster/readiness/fix/plan'
import { openGit } from '@muster/readiness/repository/git'
import { NoRepository, openRepository } from '@muster/readiness/repository/open-repository'
import { findOwners } from '@muster/readiness/repository/owners'
import { command } from '../command-line/command.ts'
import type { Context } from '../command-line/context.ts'
import { usage } from '../command-line/failure.ts'
import { chooseLicense } from '../readiness/choose-license.ts'
import { commitFiles, startBranch } from '../readiness/commit-fixes.ts'
import { agreedPrograms, runProgram } from '../readiness/run-programs.ts'
import { writeFixes } from '../readiness/write-fixes.ts'
import { diffOf } from '../terminal/diff.ts'
import { confirm } from '../terminal/prompt.ts'
import { oneLine } from '../terminal/width.ts'

export const fix = command({
  summary: 'Write what is missing for criteria',
  notes:
    'Without a criterion, the next steps are written. Files are made of what is really there, shown first, and only written after a question. Nothing is overwritten: there are new files, and lines at the end of .gitignore. A lock file is made by its package manager, which is run only if you agree: it asks its registry, and may run code of the repository. A license is written when you say which; its holder is the author that a manifest or git names.',
  positionals: { criterion: { optional: true, many: true, summary: 'Ids of criteria, such as codeowners' } },
  options: {
    path: { type: 'text', value: 'dir', summary: 'A directory of the repository; this one when left out' },
    pr: { type: 'flag', summary: 'Prepare a branch and a commit for a pull request' },
    license: { type: 'text', choices: licenseIds, value: 'id', summary: 'The license to write' },
    holder: { type: 'text', value: 'name', summary: 'Whom the license names as holder of the copyright' },
    run: { type: 'flag', summary: 'Run package managers without asking' },
    yes: { type: 'flag', short: 'y', summary: 'Write files without asking' },
  },
  examples: [
    ['muster readiness fix', 'The next steps'],
    ['muster readiness fix codeowners agents_md', 'These criteria'],
    ['muster readiness fix license --license MIT', 'A license, with the author as its holder'],
    ['muster readiness fix --pr --yes', 'On a branch of its own, with a commit'],
  ],
  async run({ criterion = [], path = '.', pr, license, holder, run, yes }, { out }) {
    const wanted = criterion.map(knownId)
    const { plan, root, hasGit } = await planned(path, wanted, { license, holder }, out)
    if (pr && !hasGit) throw usage('--pr needs a git repository, and this is none.')
    for (const each of plan.files) {
      out.note(`${each.path}${each.before === undefined ? ' (new)' : ''}`)
      out.note(diffOf(each.before ?? '', each.after, out.paint))
    }
    tellRest(plan, out)
    const written = plan.files.map((each) => each.path)
    if (written.length > 0) {
      const names = written.length === 1 ? 'this file' : `these ${written.length} files`
      await confirm(`Write ${names} for ${plan.met.join(', ')}?`, yes, 'This writes files')
    }
    const programs = await agreedPrograms(plan.programs, run, out)
    const met = [...plan.met, ...new Set(programs.map(({ id }) => id))]
    const branch = `muster/readiness-${met[0]?.replaceAll('_', '-')}`
    if (pr && met.length > 0) await startBranch(root, branch)
    await writeFixes(root, plan.files)
    if (written.length > 0 && !pr) {
      const them = written.length === 1 ? 'it' : 'them'
      out.note(`Written: ${written.join(', ')}. Read ${them} before you commit ${them}.`)
    }
    for (const each of programs) await runProgram(root, each, out)
    const made = programs.map(({ makes }) => makes)
    if (pr && met.length > 0) {
      await commitFiles(root, [...written, ...made], `Meet ${met.join(', ')}`)
      out.note(`Committed on the branch ${branch}. Push it, and open a pull request.`)
    }
    if (out.json) out.data({ written, made, met, byHand: plan.byHand })
  },
})

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
    const git = hasGit ? await openGit(root) : undefined
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

function tellRest({ byHand, nothingToDo, files, programs }: Plan, out: Context['out']): void {
  for (const id of nothingToDo) out.note(`${catalogue[id].title}: nothing to do.`)
  for (const { id, why } of byHand) out.note(`${catalogue[id].title}, by hand: ${oneLine(why)}`)
  if (files.length + byHand.length + nothingToDo.length + programs.length === 0)
    out.note('Nothing to do: no step is left.')
}
