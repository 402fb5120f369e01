import type { Language } from '../catalog/languages.ts'
import type { Repository } from '../repository/create-repository.ts'
import { actions } from './actions.ts'
import { commandsOf } from './commands.ts'
import type { FixContext } from './fix.ts'
import { scalar } from './scalar.ts'

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
  /\bgh release create\b|action-gh-release@|\bcreate-release@|release-action@|\/repos\/[^\s"']{0,200}\/releases\b/

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
