import type { Criterion } from './criterion.ts'

export const level5 = {
  error_to_insight_pipeline: {
    level: 5,
    pillar: 'Product & Experimentation',
    scope: 'application',
    title: 'Errors become tasks',
    why: 'An error that opens its own issue can be fixed by an agent.',
    passes: 'A workflow or an integration turns errors into issues.',
    applies: 'to services',
    effort: 3,
    worth: -0.32,
  },
  cyclomatic_complexity: {
    level: 5,
    pillar: 'Style & Validation',
    scope: 'application',
    title: 'Complexity is limited',
    why: 'Simple functions are changed safely.',
    passes: 'A limit of complexity is set in a linter or a tool.',
    effort: 1,
    worth: -0.19,
  },
} as const satisfies Readonly<Record<string, Criterion>>
