import type { Application } from '../applications/application.ts'
import type { Ecosystem } from '../catalog/ecosystems.ts'
import { pinned } from '../judge/special/pins.ts'
import { at } from '../repository/json-path.ts'
import { joinPath, upwards } from '../repository/places.ts'
import type { FixContext, Program } from './fix.ts'
import { nodeTool } from './node-tool.ts'

type Lock = Omit<Program, 'directory' | 'makes'> & { readonly file: string; readonly manifest: string }

const locks: Readonly<Partial<Record<Ecosystem, Lock>>> = {
  cargo: { command: ['cargo', 'generate-lockfile'], file: 'Cargo.lock', manifest: 'Cargo.toml' },
  go: { command: ['go', 'mod', 'tidy'], file: 'go.sum', manifest: 'go.mod' },
  ruby: { command: ['bundle', 'lock'], file: 'Gemfile.lock', manifest: 'Gemfile' },
  php: {
    command: ['composer', 'update', '--no-install', '--no-scripts', '--no-plugins'],
    file: 'composer.lock',
    manifest: 'composer.json',
  },
  mix: { command: ['mix', 'deps.get'], file: 'mix.lock', manifest: 'mix.exs' },
  swift: { command: ['swift', 'package', 'resolve'], file: 'Package.resolved', manifest: 'Package.swift' },
  terraform: { command: ['terraform', 'providers', 'lock'], file: '.terraform.lock.hcl', manifest: '' },
}

/** The package managers that would make the lock files that are missing, each in its directory. */
export function lockPrograms(context: FixContext): readonly Program[] {
  const unpinned = pinned(context).filter(({ finding }) => !finding.passes)
  const programs = unpinned.flatMap(({ app, ecosystem }) => {
    const lock = lockOf(context, app, ecosystem)
    if (lock === undefined) return []
    const directory = topOf(context, app.directory, lock.manifest)
    return [{ command: lock.command, directory, makes: joinPath(directory, lock.file) }]
  })
  return [...new Map(programs.map((each) => [each.makes, each])).values()]
}

function lockOf({ repository }: FixContext, { directory }: Application, ecosystem: Ecosystem): Lock | undefined {
  if (ecosystem === 'npm') {
    const { lock, lockFile } = nodeTool(repository)
    return { command: lock, file: lockFile, manifest: 'package.json' }
  }
  if (ecosystem !== 'python') return locks[ecosystem]
  const data = repository.data(joinPath(directory, 'pyproject.toml')).value
  if (at(data, 'tool', 'poetry') !== undefined) {
    return { command: ['poetry', 'lock'], file: 'poetry.lock', manifest: 'pyproject.toml' }
  }
  if (repository.has(joinPath(directory, 'Pipfile'))) {
    return { command: ['pipenv', 'lock'], file: 'Pipfile.lock', manifest: 'Pipfile' }
  }
  // A list of requirements is pinned by hand: people decide which tool does it.
  return at(data, 'project') === undefined
    ? undefined
    : { command: ['uv', 'lock'], file: 'uv.lock', manifest: 'pyproject.toml' }
}

/** A workspace has one lock file, at its top. */
function topOf({ repository }: FixContext, directory: string, manifest: string): string {
  const gathers = (path: string) => {
    const data = repository.data(path).value
    return (
      at(data, 'workspaces') !== undefined ||
      at(data, 'workspace') !== undefined ||
      at(data, 'tool', 'uv', 'workspace') !== undefined
    )
  }
  const isTop = (above: string) =>
    /\.(json|toml)$/.test(manifest) &&
    (gathers(joinPath(above, manifest)) || repository.has(joinPath(above, 'pnpm-workspace.yaml')))
  return upwards(directory).findLast(isTop) ?? directory
}
