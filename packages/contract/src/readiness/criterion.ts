/** The levels of a repository, from the lowest to the highest. */
export const levels = [
  { level: 1, name: 'Functional' },
  { level: 2, name: 'Documented' },
  { level: 3, name: 'Standardized' },
  { level: 4, name: 'Optimized' },
  { level: 5, name: 'Autonomous' },
] as const

export type Level = (typeof levels)[number]['level']

export const pillars = [
  'Style & Validation',
  'Build System',
  'Testing',
  'Documentation',
  'Development Environment',
  'Debugging & Observability',
  'Security',
  'Task Discovery',
  'Product & Experimentation',
] as const

export type Pillar = (typeof pillars)[number]

/** The maximum number of applications that a report names for one criterion. */
export const mostFailingNamed = 100

/** One criterion of a readiness report. */
export interface Criterion {
  readonly level: Level
  readonly pillar: Pillar
  /** Judged once for the repository, or for each of its applications. */
  readonly scope: 'repository' | 'application'
  readonly title: string
  /** Its benefit, in one sentence. */
  readonly why: string
  /** What passes, in one sentence. */
  readonly passes: string
  /** When it applies, if not always. A criterion that does not apply is not in the report. */
  readonly applies?: string
  /** The criterion that must pass before this one is judged. */
  readonly requires?: string
  /** 1: a file or a setting; 2: an afternoon; 3: a project. Next steps start with the smallest effort. */
  readonly effort: 1 | 2 | 3
  /** How gladly people take the step where it is missing, from -0.5 to 1; below 0 they rather reject it. */
  readonly worth: number
}
