import { isMap, isSeq } from 'yaml'
import type { Ecosystem } from '../applications/application.ts'
import type { Language } from '../applications/languages.ts'
import { ecosystemOf } from '../applications/manifests.ts'
import type { Repository } from '../repository/create-repository.ts'
import { actions } from './actions.ts'
import { beforeKey, documentOf, withLines } from './changed-yaml.ts'
import { commandsOf } from './commands.ts'
import { type Draft, type FixContext, newFile } from './fix.ts'
import { scalar } from './scalar.ts'

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
export function dependabot({ applications, repository }: FixContext): string {
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
  const path = ['.github/dependabot.yml', '.github/dependabot.yaml'].find((each) => repository.has(each))
  const text = (path && repository.text(path)) ?? ''
  const entries = documentOf(text)?.get('updates')
  if (path === undefined || !isSeq(entries) || entries.flow) return undefined
  const open = entries.items.filter((entry) => !isMap(entry) || !entry.has('cooldown'))
  const insertions = open.map((entry) => beforeKey(entry, 1, text, ['cooldown:', '  default-days: 7']))
  const known = insertions.flatMap((each) => each ?? [])
  if (known.length === 0 || known.length < entries.items.length) return undefined
  const after = withLines(text, known, 'cooldown')
  return after === undefined ? undefined : [{ path, text: after }]
}

/** Dependabot for who has nothing that updates; beside another tool it would be a second one. */
export function firstDependabot(context: FixContext): readonly Draft[] | undefined {
  const isUpdated = context.repository.paths.some((path) => /^(\.github\/|\.gitlab\/)?\.?renovate[\w.]*$/.test(path))
  return isUpdated ? undefined : newFile('.github/dependabot.yml', dependabot)(context)
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

export function codeqlWorkflow({ applications, repository }: FixContext): string | undefined {
  const used = new Set<string>(applications.map(({ language }) => language))
  const modes = new Map(Object.entries(scanned).flatMap(([language, each]) => (used.has(language) ? [each] : [])))
  if (modes.size === 0) return undefined
  const rows = [...modes].map(([name, mode]) => {
    const system = name === 'swift' ? 'macos-latest' : 'ubuntu-latest'
    return `          - { language: ${name}, build-mode: ${mode}, system: ${system} }\n`
  })
  return `name: codeql
on:
  push:
    branches: [${mainBranch(repository)}]
  pull_request:
  schedule:
    - cron: '23 4 * * 1'

permissions:
  contents: read

jobs:
  analyze:
    runs-on: \${{ matrix.system }}
    permissions:
      actions: read
      contents: read
      security-events: write
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
    attributes:
      label: What happens, and what should happen?
    validations:
      required: true
  - type: textarea
    id: how
    attributes:
      label: How can we reproduce it?
      description: Steps, input, and what it printed.
    validations:
      required: true
  - type: input
    id: version
    attributes:
      label: Version
`

export const pullRequestTemplate = `## What changes, and why

## How it was checked
`

const makesReleases =
  /\bgh release create\b|action-gh-release@|\bcreate-release@|release-action@|\/repos\/[^\s"']*\/releases\b/

/** Headings for the notes that the host writes; useless where a workflow makes releases with its own words. */
export function releaseNotes({ repository }: FixContext): string | undefined {
  const workflows = repository.paths.filter((path) => path.startsWith('.github/workflows/'))
  if (workflows.some((path) => makesReleases.test(repository.text(path) ?? ''))) return undefined
  return `changelog:
  categories:
    - title: Changes
      labels: ['*']
      exclude:
        labels: [dependencies]
    - title: Dependencies
      labels: [dependencies]
`
}

/** Only where the host is known: a policy without a way to be told anything helps nobody. */
export function securityPolicy({ repository }: FixContext): string | undefined {
  const { remoteUrl = '' } = repository.git
  const hasFolder = (name: string) => repository.paths.some((path) => path.startsWith(name))
  // The remote says more than files, which may be left from another host.
  const isGitHub = /github\.com/.test(remoteUrl) || (!/gitlab/.test(remoteUrl) && hasFolder('.github/'))
  const isGitLab = /gitlab/.test(remoteUrl) || hasFolder('.gitlab-ci.yml')
  const way = isGitHub
    ? 'Use “Report a\nvulnerability” on the Security page of this repository instead.'
    : isGitLab && 'Open a\nconfidential one instead.'
  if (!way) return undefined
  return `# Security policy

Please do not open a public issue for a vulnerability. ${way}

Say which version it is, what you did, and what happened.
`
}

/** The branch to which changes go, if its name is a usual one. */
export function mainBranch(repository: Repository): string {
  const { branch = '' } = repository.git
  return /^(main|master|trunk|dev(elop)?)$/.test(branch) ? branch : 'main'
}

/** Hooks that change nothing by themselves, and the linter that is known here. */
export function preCommit(context: FixContext): string {
  const { lint } = commandsOf(context)
  const own = `  - repo: local
    hooks:
      - id: lint
        name: lint
        entry: ${scalar(lint ?? '')}
        language: system
        pass_filenames: false
`
  return `repos:
  - repo: https://github.com/pre-commit/pre-commit-hooks
    rev: v6.0.0
    hooks:
      - id: check-added-large-files
      - id: check-merge-conflict
      - id: detect-private-key
${lint === undefined || /pre-commit/.test(lint) ? '' : own}`
}
