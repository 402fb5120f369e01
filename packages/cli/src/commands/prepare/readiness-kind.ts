import { applicationKinds } from '@muster/contract/readiness/application-kinds'
import { command } from '../../command-line/command.ts'

export const kind = command({
  summary: 'Tell what an application is taken for and why, or correct it',
  notes:
    'What is asked of an application depends on its kind: a service needs a health check, a library does not. With a kind, it is written into .muster/readiness.json, and the report is made again. Only the kind that you name changes there.',
  positionals: {
    application: { optional: true, summary: 'Its directory as the report names it; . is the root' },
    kind: { optional: true, choices: applicationKinds, summary: 'What it really is' },
  },
  options: { path: { type: 'text', value: 'dir', summary: 'A directory of the repository; this one when left out' } },
  examples: [
    ['muster readiness kind', 'All applications with their kinds'],
    ['muster readiness kind apps/api', 'Why one has its kind'],
    ['muster readiness kind . tool', 'The root is a tool'],
  ],
  async run(args, context) {
    // Loaded on demand, because an evaluation alone does not need it.
    const { runKind } = await import('../../readiness/run-kind.ts')
    await runKind(args, context)
  },
})
