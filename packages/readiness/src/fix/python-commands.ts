import { groupBy } from '@muster/contract/group-by'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf, hasAny } from '../repository/json-path.ts'
import { dependsOn } from './depends-on.ts'
import type { Commands, FixContext } from './fix.ts'
import { linesOfCi, linesOfPages } from './known-lines.ts'
import { targetsOf } from './native-commands.ts'

const tools = /^(pytest|mypy|ruff)\b/

/** Names that a shell reads as they stand. */
const plain = /^[\w.@+/:-]+$/

/** The tools that a Python project declares, and an installation that brings them. */
export function pythonCommands(context: FixContext): Commands {
  const { repository, applications } = context
  const sessions = sessionsOf(repository)
  if (sessions !== undefined) return sessions
  const has = (name: RegExp) => dependsOn(applications, name)
  const [prefix, install] = repository.has('uv.lock')
    ? ['uv run ', uvSync(repository)]
    : repository.has('poetry.lock')
      ? ['poetry run ', 'poetry install']
      : ['', isInstalledByTasks(context) ? undefined : pipInstall(context)]
  const hasTests = applications.some(({ tests }) => tests.length > 0)
  const test = has(/^pytest$/)
    ? 'pytest'
    : repository.has('manage.py')
      ? 'python manage.py test'
      : hasTests && 'python -m unittest'
  return {
    ...(install !== undefined && { install }),
    ...(has(/^mypy$/) && isTyped(repository) && { types: `${prefix}mypy${namesFiles(repository) ? '' : ' .'}` }),
    ...(has(/^ruff$/) && { lint: `${prefix}ruff check .` }),
    ...(test && { test: `${prefix}${test}` }),
  }
}

/** The sessions of nox, which install what they need by themselves. */
function sessionsOf(repository: Repository): Commands | undefined {
  const text = repository.text('noxfile.py')
  if (text === undefined) return undefined
  const names = text
    .split(/^@nox\.session\b/m)
    .slice(1)
    .flatMap((part) => /^def (\w+)\(/m.exec(part)?.[1] ?? [])
  const session = (pattern: RegExp) => names.find((name) => pattern.test(name))
  const [types, lint, test] = [
    /^(mypy|pep484|typ(es|ing)|type_?check)$/,
    /^(lint|pep8|style)$/,
    /^(unit_?)?tests?$/,
  ].map(session)
  return {
    ...(types !== undefined && { types: `nox -s ${types}` }),
    ...(lint !== undefined && { lint: `nox -s ${lint}` }),
    test: test === undefined ? 'nox' : `nox -s ${test}`,
  }
}

/** A checker without settings is one that somebody tried, or that only editors use. */
function isTyped(repository: Repository): boolean {
  return repository.has('mypy.ini') || at(repository.data('pyproject.toml').value, 'tool', 'mypy') !== undefined
}

function namesFiles(repository: Repository): boolean {
  const settings = at(repository.data('pyproject.toml').value, 'tool', 'mypy')
  return (
    hasAny(settings, ['files', 'packages', 'modules']) ||
    /^(files|packages)\s*=/m.test(repository.text('mypy.ini') ?? '')
  )
}

/** Where tasks build something and neither CI nor a page installs packages by hand, they are often only in an image. */
function isInstalledByTasks(context: FixContext): boolean {
  const isByHand = (line: string) => /\bpip3? install\b/.test(line)
  return (
    targetsOf(context.repository.text('Makefile')).has('build') &&
    ![...linesOfCi(context), ...linesOfPages(context)].some(isByHand)
  )
}

/** The group `dev` is installed in any case. */
function uvSync(repository: Repository): string {
  const { extras, groups } = withTools(repository)
  const named = [
    ...groups.filter((each) => each !== 'dev').map((each) => `--group ${each}`),
    ...extras.map((each) => `--extra ${each}`),
  ]
  return ['uv sync', ...named].join(' ')
}

function pipInstall({ repository, applications }: FixContext): string | undefined {
  const atRoot = repository.namesIn('').filter((name) => /^requirements([-_.](dev|test|tests|lint))?\.txt$/.test(name))
  const declared = applications
    .flatMap(({ dependencies }) => dependencies)
    .filter(({ name, path }) => tools.test(name) && path.endsWith('.txt'))
  // Of several lists with the same tool, the one with the shortest name is for all.
  const byTool = [...groupBy(declared, ({ name }) => name).values()].map((each) => each.map(({ path }) => path))
  const ofTools = byTool.flatMap((paths) => paths.sort((x, y) => x.length - y.length).slice(0, 1))
  const lists = [...new Set([...atRoot, ...ofTools])].filter((path) => plain.test(path))
  const { extras, groups } = withTools(repository)
  const isPackage = repository.has('setup.py') || at(repository.data('pyproject.toml').value, 'project') !== undefined
  const parts = [
    ...(isPackage ? [extras.length > 0 ? `-e '.[${extras.join(',')}]'` : '-e .'] : []),
    ...lists.map((path) => `-r ${path}`),
    ...groups.map((each) => `--group ${each}`),
  ]
  return parts.length === 0 ? undefined : `pip install ${parts.join(' ')}`
}

/** The extras and groups of the manifest that bring the tools. */
function withTools(repository: Repository): { readonly extras: string[]; readonly groups: string[] } {
  const manifest = repository.data('pyproject.toml').value
  const bringing = (lists: unknown) =>
    entriesOf(lists)
      .filter(
        ([, packages]) =>
          Array.isArray(packages) && packages.some((each) => typeof each === 'string' && tools.test(each)),
      )
      .map(([name]) => name)
      .filter((name) => plain.test(name))
  return {
    extras: bringing(at(manifest, 'project', 'optional-dependencies')),
    groups: bringing(at(manifest, 'dependency-groups')),
  }
}
