import { isMap, isSeq } from 'yaml'
import type { Ecosystem } from '../catalog/ecosystems.ts'
import { ecosystemOf } from '../facts/manifests.ts'
import { dependabotIn } from '../judge/special/about-supply.ts'
import type { Repository } from '../repository/create-repository.ts'
import { beforeKey, documentOf, withLines } from './changed-yaml.ts'
import type { Draft, FixContext } from './fix.ts'

const updated: Readonly<Partial<Record<Ecosystem, string>>> = {
  npm: 'npm',
  python: 'pip',
  go: 'gomod',
  cargo: 'cargo',
  maven: 'maven',
  gradle: 'gradle',
  dotnet: 'nuget',
  ruby: 'bundler',
  php: 'composer',
  swift: 'swift',
  mix: 'mix',
  terraform: 'terraform',
}

/** Lock files that only an entry of their own keeps current. */
const ownLocks: readonly (readonly [Ecosystem, lock: string, manager: string])[] = [
  ['python', 'uv.lock', 'uv'],
  ['npm', 'bun.lock', 'bun'],
]

/** Updates for every package manager in use, once a week, in one change for all small ones, and none younger than a week. */
function dependabot({ applications, repository }: FixContext): string {
  const used = new Map<string, ReadonlySet<string>>()
  for (const ecosystem of new Set(applications.flatMap(({ ecosystems }) => ecosystems))) {
    const manager = ownLocks.find(([of, lock]) => of === ecosystem && repository.has(lock))?.[2] ?? updated[ecosystem]
    const own = applications
      .filter(({ ecosystems, dependencies }) => ecosystems.includes(ecosystem) && dependencies.length > 0)
      .map(({ directory }) => directory)
    if (manager !== undefined && (own.length > 0 || isAtRoot(repository, ecosystem)))
      used.set(manager, new Set(isAtRoot(repository, ecosystem) ? [''] : own))
  }
  if (repository.has('Dockerfile')) used.set('docker', new Set(['']))
  const hasWorkflows = repository.paths.some((path) => path.startsWith('.github/workflows/'))
  if (hasWorkflows || used.size === 0) used.set('github-actions', new Set(['']))
  const entries = [...used]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, directories]) => `  - package-ecosystem: ${name}
    ${placesOf([...directories].sort())}
    schedule:
      interval: weekly
    cooldown:
      default-days: 7
    groups:
      minor-and-patch:
        update-types:
          - minor
          - patch
`,
    )
  return `version: 2\nupdates:\n${entries.join('')}`
}

/** A manifest at the root stands for all, because a workspace is updated as a whole; so does a solution of .NET. */
function isAtRoot(repository: Repository, ecosystem: Ecosystem): boolean {
  return repository
    .namesIn('')
    .some(
      (name) =>
        ecosystemOf(name) === ecosystem ||
        (ecosystem === 'dotnet' && /\.slnx?$|^Directory\.Packages\.props$/.test(name)),
    )
}

function placesOf(directories: readonly string[]): string {
  const places = directories.map((directory) => JSON.stringify(`/${directory}`).replace(/^"([\w/.-]+)"$/, '$1'))
  return places.length === 1
    ? `directory: ${places[0]}`
    : `directories:\n${places.map((place) => `      - ${place}`).join('\n')}`
}

/** The same settings, with an age that new releases must have in each entry. */
export function withCooldown({ repository }: FixContext): readonly Draft[] | undefined {
  const { path } = dependabotIn(repository)
  const text = (path && repository.text(path)) ?? ''
  const entries = documentOf(text)?.get('updates')
  if (path === undefined || !isSeq(entries) || entries.flow) return undefined
  const lines = ['cooldown:', '  default-days: 7']
  const known = entries.items.flatMap((entry) =>
    isMap(entry) && !entry.has('cooldown') ? (beforeKey(entry, 1, text, lines) ?? []) : [],
  )
  if (known.length < entries.items.length) return undefined
  const after = withLines(text, known, 'cooldown')
  return after === undefined ? undefined : [{ path, text: after }]
}

/** Dependabot for who has nothing that updates; beside another tool it would be a second one. */
export function firstDependabot(context: FixContext): readonly Draft[] | undefined {
  const isUpdated = context.repository.paths.some((path) =>
    /^(\.github\/|\.gitlab\/)?(\.?renovate[\w.]*|dependabot\.ya?ml)$/.test(path),
  )
  return isUpdated ? undefined : [{ path: '.github/dependabot.yml', text: dependabot(context) }]
}
