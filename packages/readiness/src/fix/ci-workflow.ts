import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { actions } from './actions.ts'
import { commandsOf, isGradle, isNodeProject } from './commands.ts'
import type { Draft, FixContext } from './fix.ts'
import { mainBranch } from './host-files.ts'
import { nodeTool } from './node-tool.ts'
import { scalar } from './scalar.ts'

/** A workflow that runs what the repository has: types, lint and tests. Its token may only read. */
export function ciWorkflow(context: FixContext): readonly Draft[] | undefined {
  const { repository } = context
  const commands = commandsOf(context)
  // Another host has a form of its own, and without a command for tests there is nothing to run.
  if (commands.test === undefined || !/github\.com|^$/.test(repository.git.remoteUrl ?? '')) return undefined
  // The host's machines have neither Elixir nor Meson, and only people know which version is right.
  if (repository.has('mix.exs') || repository.has('meson.build')) return undefined
  const path = ['ci', 'tests'].map((name) => `.github/workflows/${name}.yml`).find((each) => !repository.has(each))
  if (path === undefined) return undefined
  const { install, build, types, test } = commands
  // A linter that must be installed first would fail if it is not; Go brings one.
  const isOfGo = repository.has('go.mod') && (commands.lint ?? 'golangci-lint run') === 'golangci-lint run'
  const lint = isOfGo ? 'go vet ./...' : commands.lint
  const runs = [install, build, types, lint, test].flatMap((each) =>
    each === undefined ? [] : [`- run: ${scalar(each)}`],
  )
  const text = `name: ci
on:
  push:
    branches: [${mainBranch(repository)}]
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: ${actions.checkout}
        with: { persist-credentials: false }
${[...setUp(context), ...runs].map((line) => `      ${line}\n`).join('')}`
  return [{ path, text }]
}

/** Installs the tools that the host's machines do not have in the right version. */
function setUp(context: FixContext): string[] {
  const { repository } = context
  const has = (name: string) => repository.has(name)
  const withFile = (key: string, ...names: readonly string[]) => {
    const file = names.find(has)
    return file === undefined ? undefined : `  with: { ${key}-version-file: ${file} }`
  }
  const node = () => {
    if (!has('package.json')) return []
    const { name } = nodeTool(repository)
    if (name === 'bun') return [`- uses: ${actions.setupBun}`]
    const version = withFile('node', '.nvmrc', '.node-version') ?? '  with: { node-version: lts/* }'
    return [...(name === 'pnpm' ? pnpm(repository) : []), `- uses: ${actions.setupNode}`, version]
  }
  const others = () => {
    if (isNodeProject(context)) return []
    if (has('go.mod')) return [`- uses: ${actions.setupGo}`, '  with: { go-version-file: go.mod }']
    if (has('pom.xml') || isGradle(repository))
      return [`- uses: ${actions.setupJava}`, '  with: { distribution: temurin, java-version: 21 }']
    if (has('uv.lock')) return [`- uses: ${actions.setupUv}`]
    if (has('pyproject.toml') || has('requirements.txt') || has('setup.py')) {
      const version = withFile('python', '.python-version') ?? "  with: { python-version: '3.x' }"
      return [`- uses: ${actions.setupPython}`, version, ...(has('poetry.lock') ? ['- run: pip install poetry'] : [])]
    }
    if (!has('Gemfile')) return []
    // The action reads the version from a file, and asks for one where there is none.
    const isNamed = has('.ruby-version') || has('.tool-versions')
    return [`- uses: ${actions.setupRuby}`, ...(isNamed ? [] : ["  with: { ruby-version: '3.4' }"])]
  }
  return [...node(), ...others()]
}

/** The action reads the version from the manifest, and asks for one where there is none. */
function pnpm(repository: Repository): string[] {
  const isNamed = at(repository.data('package.json').value, 'packageManager') !== undefined
  return [`- uses: ${actions.setupPnpm}`, ...(isNamed ? [] : ['  with: { version: latest }'])]
}
