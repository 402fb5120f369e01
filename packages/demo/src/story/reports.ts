import { type CriterionId, catalogue } from '@muster/contract/readiness/catalogue'
import type { Criterion, Pillar } from '@muster/contract/readiness/criterion'
import type { CriterionEvaluation, PublishReport } from '@muster/contract/readiness-report'
import { type DayNumber, toDayNumber } from '../calendar.ts'
import { dayMs } from '../days.ts'
import type { Person } from '../people.ts'
import { randomFor } from '../random.ts'
import { type Team, type TextList, teams } from '../teams.ts'
import type { Cast } from './cast.ts'
import type { Happening } from './happening.ts'

/** Every repository is evaluated once in this many days. */
const everyDays = 21

/** The reports that are published on a day. */
export function reportsOn(seed: string, { everybody }: Cast, day: DayNumber, firstDay: DayNumber): Happening[] {
  return teams.flatMap((team) =>
    team.repositories.flatMap((repository, index): Happening[] => {
      const begins = Math.max(firstDay, toDayNumber(team.rollout)) + 1 + 2 * index
      if (day < begins || (day - begins) % everyDays !== 0) return []
      const by = publisherOf(everybody, team, index)
      const time = day * dayMs + 9 * 60 * 60_000 + index * 7 * 60_000
      const body = reportOf(seed, team, repository, day, firstDay)
      return [{ time, ...(by && { by: by.email }), kind: 'publish_report', body }]
    }),
  )
}

function publisherOf(people: readonly Person[], team: Team, index: number): Person | undefined {
  return people.filter((person) => person.team === team && person.role === 'member')[index]
}

function reportOf(seed: string, team: Team, repository: string, day: DayNumber, firstDay: DayNumber): PublishReport {
  const character = randomFor(seed, 'repository', team.slug, repository)
  const apps = character.between(1, 3)
  const start = 0.3 + 1.5 * character.next()
  const levelsInAYear = 1 + 2 * character.next()
  const maturity = start + (levelsInAYear * (day - firstDay)) / 365
  const passing = new Set<string>()
  const report: Record<string, CriterionEvaluation> = {}
  for (const [id, criterion] of Object.entries(catalogue) as [CriterionId, Criterion][]) {
    const random = randomFor(seed, 'criterion', team.slug, repository, id)
    if (criterion.applies !== undefined && random.chance(0.3)) continue
    if (criterion.requires !== undefined && !passing.has(criterion.requires)) continue
    // Each criterion has a threshold of its own, so a met criterion stays met, and levels rise one criterion at a time.
    const passes = maturity + 0.55 > criterion.level + 1.4 * (random.next() - 0.5)
    if (passes) passing.add(id)
    const denominator = criterion.scope === 'application' ? apps : 1
    report[id] = {
      numerator: passes ? denominator : random.between(0, denominator - 1),
      denominator,
      rationale: passes
        ? `Found in ${random.pick(evidence[criterion.pillar])}:${random.between(1, 90)}.`
        : `Not found. What passes: ${criterion.passes}`,
    }
  }
  return {
    repoUrl: `https://git.example.com/${team.slug}/${repository}`,
    apps: Object.fromEntries(
      appKinds.slice(0, apps).map(([name, kind]) => [name, { description: `${repository}: ${name}`, kind }]),
    ),
    report,
    branch: 'main',
    commitHash: randomFor(seed, 'commit', team.slug, repository, day).hex(40),
    hasLocalChanges: false,
    hasNonRemoteCommits: false,
  }
}

const appKinds = [
  ['service', 'service'],
  ['worker', 'service'],
  ['console', 'frontend'],
] as const

/** Where evidence for a pillar is usually found. */
const evidence: Readonly<Record<Pillar, TextList>> = {
  'Style & Validation': ['.editorconfig', 'lint.config.json', '.github/workflows/check.yml'],
  'Build System': ['Makefile', 'package.json', '.github/workflows/build.yml'],
  Testing: ['.github/workflows/test.yml', 'test/setup.ts', 'Makefile'],
  Documentation: ['README.md', 'docs/architecture.md', 'AGENTS.md'],
  'Development Environment': ['.devcontainer/devcontainer.json', 'compose.yaml', '.env.example'],
  'Debugging & Observability': ['src/telemetry.ts', 'docs/runbook.md', 'deploy/alerts.yaml'],
  Security: ['.github/CODEOWNERS', '.gitignore', '.github/dependabot.yml'],
  'Task Discovery': ['.github/ISSUE_TEMPLATE/bug.yml', '.github/labels.yml', 'docs/backlog.md'],
  'Product & Experimentation': ['src/flags.ts', 'src/analytics.ts', 'docs/experiments.md'],
}
