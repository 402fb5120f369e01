import { type CriterionId, catalogue, isCriterionId } from '@muster/contract/readiness/catalogue'
import { closest, WrongConfiguration } from '@muster/readiness/configuration'
import { type Plan, planFixes } from '@muster/readiness/fix/plan'
import { openGit } from '@muster/readiness/repository/git'
import { NoRepository, openRepository } from '@muster/readiness/repository/open-repository'
import { findOwners } from '@muster/readiness/repository/owners'
import { command } from '../command-line/command.ts'
import type { Context } from '../command-line/context.ts'
import { usage } from '../command-line/failure.ts'
import { commitFiles, startBranch } from '../readiness/commit-fixes.ts'
import { writeFixes } from '../readiness/write-fixes.ts'
import { diffOf } from '../terminal/diff.ts'
import { confirm } from '../terminal/prompt.ts'
import { oneLine } from '../terminal/width.ts'

export const fix = command({
  summary: 'Write what is missing for criteria',
  notes:
    'Without a criterion, the next steps are written. Files are made of what is really there, shown first, and only written after a question. Nothing is overwritten: there are new files, and lines at the end of .gitignore. Nothing of the repository is run.',
  positionals: { criterion: { optional: true, many: true, summary: 'Ids of criteria, such as codeowners' } },
  options: {
    path: { type: 'text', value: 'DIR', summary: 'A directory of the repository; this one when left out' },
    pr: { type: 'flag', summary: 'Prepare a branch and a commit for a pull request' },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
  },
  examples: [
    ['muster readiness fix', 'The next steps'],
    ['muster readiness fix codeowners agents_md', 'These criteria'],
    ['muster readiness fix --pr --yes', 'On a branch of its own, with a commit'],
  ],
  async run({ criterion = [], path = '.', pr, yes }, { out }) {
    const wanted = criterion.map(knownId)
    const { plan, root, hasGit } = await planned(path, wanted)
    if (pr && !hasGit) throw usage('--pr needs a git repository, and this is none.')
    for (const each of plan.files) {
      out.note(`${each.path}${each.before === undefined ? ' (new)' : ''}`)
      out.note(diffOf(each.before ?? '', each.after, out.paint))
    }
    tellRest(plan, out)
    if (plan.files.length > 0) {
      const names = plan.files.length === 1 ? 'this file' : `these ${plan.files.length} files`
      await confirm(`Write ${names} for ${plan.met.join(', ')}?`, yes, 'This writes files')
      const branch = `muster/readiness-${plan.met[0]?.replaceAll('_', '-')}`
      if (pr) await startBranch(root, branch)
      await writeFixes(root, plan.files)
      const paths = plan.files.map((each) => each.path)
      if (pr) {
        await commitFiles(root, paths, `Meet ${plan.met.join(', ')}`)
        out.note(`Committed on the branch ${branch}. Push it, and open a pull request.`)
      } else out.note(`Written: ${paths.join(', ')}. Read them before you commit them.`)
    }
    if (out.json) out.data({ written: plan.files.map((each) => each.path), met: plan.met, byHand: plan.byHand })
  },
})

function knownId(id: string): CriterionId {
  if (isCriterionId(id)) return id
  throw usage(`There is no criterion ${id}${closest(id)}.`, '`muster readiness explain` lists them all.')
}

async function planned(path: string, wanted: readonly CriterionId[]) {
  try {
    const { repository, root } = await openRepository(path)
    const hasGit = repository.git.branch !== undefined || repository.git.commitHash !== undefined
    const owners = hasGit ? await findOwners(await openGit(root)) : []
    return { plan: planFixes(repository, wanted, owners), root, hasGit }
  } catch (error) {
    if (error instanceof NoRepository) throw usage(error.message)
    if (error instanceof WrongConfiguration) throw usage(error.message, 'Correct the file and try again.')
    throw error
  }
}

function tellRest({ byHand, nothingToDo, files }: Plan, out: Context['out']): void {
  for (const id of nothingToDo) out.note(`${catalogue[id].title}: nothing to do.`)
  for (const { id, why } of byHand) out.note(`${catalogue[id].title}, by hand: ${oneLine(why)}`)
  if (files.length === 0 && byHand.length === 0 && nothingToDo.length === 0) out.note('Nothing to do: no step is left.')
}
