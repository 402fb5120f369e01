import type { Ecosystem } from '../applications/application.ts'
import type { Language } from '../applications/languages.ts'
import { ecosystemOf } from '../applications/manifests.ts'
import { actions } from './actions.ts'
import type { FixContext } from './fix.ts'

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

/** Updates for every package manager in use, once a week, and none that is younger than a week. */
export function dependabot({ applications, repository }: FixContext): string {
  const used = new Map<string, ReadonlySet<string>>()
  for (const ecosystem of new Set(applications.flatMap(({ ecosystems }) => ecosystems))) {
    const manager = ownLocks.find(([of, lock]) => of === ecosystem && repository.has(lock))?.[2] ?? updated[ecosystem]
    // A manifest at the root stands for all, because a workspace is updated as a whole.
    const isAtRoot = repository.namesIn('').some((name) => ecosystemOf(name) === ecosystem)
    const own = applications
      .filter(({ ecosystems }) => ecosystems.includes(ecosystem))
      .map(({ directory }) => directory)
    if (manager !== undefined) used.set(manager, new Set(isAtRoot ? [''] : own))
  }
  const hasWorkflows = repository.paths.some((path) => path.startsWith('.github/workflows/'))
  if (hasWorkflows || used.size === 0) used.set('github-actions', new Set(['']))
  const entries = [...used]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, directories]) => `  - package-ecosystem: ${name}
    ${placesOf([...directories].sort())}
    schedule: { interval: weekly }
    cooldown: { default-days: 7 }
`,
    )
  return `version: 2\nupdates:\n${entries.join('')}`
}

function placesOf(directories: readonly string[]): string {
  const places = directories.map((directory) => JSON.stringify(`/${directory}`).replace(/^"([\w/.-]+)"$/, '$1'))
  return places.length === 1 ? `directory: ${places[0]}` : `directories: [${places.join(', ')}]`
}

/**
 * What the scanner calls a language. It reads the source alone, or has to build it: then it tries by itself how. Of two
 * rows with the same name the last one counts: Java is built where Kotlin is.
 */
const scanned: Readonly<Partial<Record<Language, readonly [name: string, mode: 'none' | 'autobuild']>>> = {
  typescript: ['javascript-typescript', 'none'],
  javascript: ['javascript-typescript', 'none'],
  python: ['python', 'none'],
  go: ['go', 'autobuild'],
  java: ['java-kotlin', 'none'],
  kotlin: ['java-kotlin', 'autobuild'],
  csharp: ['csharp', 'none'],
  ruby: ['ruby', 'none'],
  rust: ['rust', 'none'],
  cpp: ['c-cpp', 'none'],
  swift: ['swift', 'autobuild'],
}

export function codeqlWorkflow({ applications }: FixContext): string | undefined {
  const used = new Set<string>(applications.map(({ language }) => language))
  const modes = new Map(Object.entries(scanned).flatMap(([language, each]) => (used.has(language) ? [each] : [])))
  if (modes.size === 0) return undefined
  const rows = [...modes].map(([name, mode]) => {
    const system = name === 'swift' ? 'macos-latest' : 'ubuntu-latest'
    return `          - { language: ${name}, build-mode: ${mode}, system: ${system} }\n`
  })
  return `name: codeql
on:
  push: { branches: [main, master] }
  pull_request:
  schedule: [{ cron: '23 4 * * 1' }]

permissions: { contents: read }

jobs:
  analyze:
    runs-on: \${{ matrix.system }}
    permissions: { contents: read, security-events: write }
    strategy:
      matrix:
        include:
${rows.join('')}    steps:
      - uses: ${actions.checkout}
      - uses: ${actions.codeqlInit}
        with: { languages: '\${{ matrix.language }}', build-mode: '\${{ matrix.build-mode }}' }
      - uses: ${actions.codeqlAnalyze}
`
}

export const bugTemplate = `name: Bug
description: Something does not do what it should.
labels: [bug]
body:
  - type: textarea
    id: what
    attributes: { label: What happens, and what should happen? }
    validations: { required: true }
  - type: textarea
    id: how
    attributes: { label: How can it be seen?, description: 'Commands, input, version.' }
    validations: { required: true }
`

export const pullRequestTemplate = `## What changes, and why

## How it was checked
`

export const releaseNotes = `changelog:
  categories:
    - { title: Changes, labels: ['*'], exclude: { labels: [dependencies] } }
    - { title: Dependencies, labels: [dependencies] }
`

export function securityPolicy({ repository }: FixContext): string {
  const host = /github\.com/.test(repository.git.remoteUrl ?? '')
    ? '“Report a vulnerability” on the Security page of this repository'
    : 'a private message to the people that CODEOWNERS names'
  return `# Security policy

Please do not open a public issue for a vulnerability. Use instead
${host}.

Say what you did, what happened, and which version it was. We answer, fix it,
and name you in the release notes if you like.

Only the newest release gets security fixes.
`
}

export const preCommit = `repos:
  - repo: https://github.com/pre-commit/pre-commit-hooks
    rev: v6.0.0
    hooks:
      - id: check-added-large-files
      - id: check-merge-conflict
      - id: detect-private-key
      - id: end-of-file-fixer
      - id: trailing-whitespace
`
