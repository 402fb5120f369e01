import { licenseIds } from '@muster/readiness/fix/license'
import { command } from '../../command-line/command.ts'

export const fix = command({
  summary: 'Write what is missing for criteria',
  notes:
    'Without a criterion, the next steps are written. Files are made of what is really there, shown first, and only written after a question. Nothing is overwritten: there are new files, and new lines in .gitignore, in workflows (what their tokens may do) and in settings of Dependabot. A lock file is made by its package manager, which is run only if you agree: it asks its registry, and may run code of the repository. A license is written when you say which; its holder is the author that a manifest or git names.',
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
  async run(args, context) {
    // Loaded on demand, because an evaluation alone does not need it.
    const { runFix } = await import('../../readiness/run-fix.ts')
    await runFix(args, context)
  },
})
