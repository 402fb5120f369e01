/** The levels of a repository, from the first on. */
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

/** How many applications a report names for one criterion at the most. */
export const mostFailingNamed = 100

/** One criterion of a readiness report. */
export interface Criterion {
  readonly level: Level
  readonly pillar: Pillar
  /** Judged once for the repository, or for each of its applications. */
  readonly scope: 'repository' | 'application'
  readonly title: string
  /** Its benefit, as a sentence. */
  readonly why: string
  /** What passes, as a sentence. */
  readonly passes: string
  /** When it applies, if not always. A criterion that does not apply is not in the report. */
  readonly applies?: string
  /** The criterion that must pass before this one is judged. */
  readonly requires?: string
  /** 1: a file or a setting; 2: an afternoon; 3: a project. Next steps begin with the least. */
  readonly effort: 1 | 2 | 3
}
