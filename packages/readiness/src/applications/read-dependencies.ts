import type { Repository } from '../repository/create-repository.ts'
import type { Dependency } from './dependency.ts'
import { nameOf } from './places.ts'

/** The dependencies that a manifest declares; none when it is no manifest or cannot be read. */
export function readDependencies(repository: Repository, path: string): Dependency[] {
  const text = repository.text(path)
  if (text === undefined) return []
  const lines = text.split('\n')
  const names = namesIn(repository, path, lines)
  return names.map((name) => ({ name: name.toLowerCase(), path, line: lineOf(lines, name) }))
}

function namesIn(repository: Repository, path: string, lines: readonly string[]): string[] {
  const name = nameOf(path)
  if (name === 'package.json' || name === 'composer.json') {
    return namesUnder(repository.data(path), /^((dev|peer|optional)?d|bundledD)ependencies$|^require(-dev)?$/i)
  }
  if (name === 'vcpkg.json') return namesUnder(repository.data(path), /^dependencies$/)
  if (name === 'pyproject.toml') return pythonNames(repository.data(path))
  if (name === 'Pipfile') return namesUnder(repository.data(path), /^(dev-)?packages$/)
  if (name === 'Cargo.toml') return cargoNames(repository.data(path))
  const pattern = linePatterns.find(([names]) => names.test(name))?.[1]
  return pattern ? lines.flatMap((line) => [...line.matchAll(pattern)].map((match) => match[1] ?? '')) : []
}

/** Manifests that are programs or XML are read line by line. */
const linePatterns: readonly (readonly [names: RegExp, pattern: RegExp])[] = [
  [/^requirements[^/]*\.(txt|in)$/, /^\s*([A-Za-z0-9][\w.-]*)/g],
  [/^setup\.(py|cfg)$/, /^\s*(?:\w+\s*=\s*\[?)?\s*['"]?([A-Za-z][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[<>=!~]=|['"],?\s*$)/g],
  [/^go\.mod$/, /^\s*(?:require\s+|tool\s+)?([\w.-]+\.[\w-]+\/\S+)(?:\s+v\S+|\s*$)/g],
  [/^pom\.xml$/, /<artifactId>\s*([^<\s]+)\s*<\/artifactId>/g],
  [/\.gradle(\.kts)?$/, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']|\bid\s*\(?\s*["'][\w.-]+["']/g],
  [/\.versions\.toml$/, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']/g],
  [
    /\.(cs|fs|vb)proj$|^Directory\.(Packages|Build)\.props$/,
    /<Package(?:Reference|Version)\s[^>]*(?:Include|Update)="([^"]+)"/g,
  ],
  [/^Gemfile$|\.gemspec$/, /(?:^|\.)\s*(?:gem|add_(?:runtime_|development_)?dependency)[\s(]+['"]([\w-]+)['"]/g],
  [/^Package\.swift$/, /\.package\([^)]*url:\s*"[^"]*\/([\w.-]+?)(?:\.git)?"/g],
  [
    /^(CMakeLists\.txt|conanfile\.(txt|py)|meson\.build)$/,
    /(?:find_package\s*\(\s*|FetchContent_Declare\s*\(\s*|dependency\(\s*'|requires\(\s*"|^)([A-Za-z][\w-]*)(?=[\s)'/])/g,
  ],
]

function namesUnder(value: unknown, fields: RegExp): string[] {
  return entriesOf(value).flatMap(([field, content]) => {
    if (!fields.test(field)) return []
    if (Array.isArray(content)) return content.map((each) => (typeof each === 'string' ? each : String(field)))
    return entriesOf(content).map(([name]) => name)
  })
}

function pythonNames(value: unknown): string[] {
  const { project, tool, ...rest } = Object.fromEntries(entriesOf(value))
  const requirements = [
    at(project, 'dependencies'),
    ...entriesOf(at(project, 'optional-dependencies')).map(([, list]) => list),
    ...entriesOf(rest['dependency-groups']).map(([, list]) => list),
    at(tool, 'uv', 'dev-dependencies'),
    at(tool, 'hatch', 'envs', 'default', 'dependencies'),
    at(rest['build-system'], 'requires'),
  ].flatMap((list) => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []))
  const poetry = at(tool, 'poetry')
  const groups = entriesOf(at(poetry, 'group')).map(([, group]) => at(group, 'dependencies'))
  const tables = [at(poetry, 'dependencies'), at(poetry, 'dev-dependencies'), ...groups]
  return [
    ...requirements.flatMap((requirement) => /^\s*([A-Za-z0-9][\w.-]*)/.exec(requirement)?.[1] ?? []),
    ...tables.flatMap((table) => entriesOf(table).map(([name]) => name)),
  ]
}

function cargoNames(value: unknown): string[] {
  const fields = /^((dev|build)-)?dependencies$/
  const targets = entriesOf(at(value, 'target')).flatMap(([, target]) => namesUnder(target, fields))
  return [...namesUnder(value, fields), ...namesUnder(at(value, 'workspace'), fields), ...targets]
}

/** The value at a path of keys; `undefined` when the way is not there. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let current = value
  for (const key of keys) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}

export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

function lineOf(lines: readonly string[], name: string): number {
  const exact = lines.findIndex((line) => line.includes(`"${name}"`) || line.trimStart().startsWith(name))
  return (
    (exact >= 0
      ? exact
      : Math.max(
          0,
          lines.findIndex((line) => line.includes(name)),
        )) + 1
  )
}
