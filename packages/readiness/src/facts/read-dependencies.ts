import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { onceForEachPath } from '../repository/once-for-each-path.ts'
import { nameOf } from '../repository/places.ts'
import { insideElement, withoutElements } from '../repository/xml.ts'
import type { Dependency } from './dependency.ts'
import { dartNames, furtherPatterns, isScalaBuild, neededByScala, scalaNames } from './further-manifests.ts'
import { catalogDependencies, linesForTests } from './gradle-catalog.ts'
import { isListForDevelopers, isRequirements } from './manifests.ts'

/**
 * The dependencies that a manifest declares; none when it is no manifest or cannot be read. Modules of one build share
 * the manifests above them.
 */
export const readDependencies = onceForEachPath<readonly Dependency[]>(declaredIn)

function declaredIn(repository: Repository, path: string): Dependency[] {
  const text = repository.text(path)
  if (text === undefined) return []
  const lines = text.split('\n')
  const names = namesIn(repository, path, lines)
  const runtime = runtimeNames(repository, path)
  const placed = ownNames(repository, path)
  const inherited = nameOf(path) === 'pom.xml' ? inheritedFrom(text) : undefined
  const further = furtherNames(path, text)
  const placeOf = names.length > manyNames ? linesByWord(lines) : (name: string) => lineOf(lines, name)
  const own = names.filter(isName).map((name) => {
    const alsoCalled = further(name.toLowerCase())
    return {
      name: name.toLowerCase(),
      path,
      line: placeOf(name),
      isDevelopment: runtime !== undefined && !runtime.has(name),
      ...(alsoCalled.length > 0 && { alsoCalled }),
      ...(placed.has(name) && { isOwn: true as const }),
      ...(inherited?.has(name) && { isForModules: true as const }),
    }
  })
  return /\.gradle(\.kts)?$/.test(path) ? [...own, ...catalogDependencies(repository, path, lines)] : own
}

/** No registry takes a longer name, or one with white space in it. */
function isName(name: string): boolean {
  return name !== '' && name.length <= 250 && !/\s/.test(name)
}

/** In which other ways packages of the Java machine are named: Maven writes the group beside, Clojure before a slash. */
function furtherNames(path: string, text: string): (name: string) => readonly string[] {
  if (nameOf(path) === 'pom.xml') {
    const groups = new Map<string, Set<string>>()
    for (const [part = ''] of text.toLowerCase().matchAll(/<dependency>(?:(?!<\/?dependency>)[\s\S])*/g)) {
      const name = /<artifactid>\s*([^<\s]+)/.exec(part)?.[1] ?? ''
      const group = /<groupid>\s*([^<\s]+)/.exec(part)?.[1]
      if (group !== undefined) groups.set(name, (groups.get(name) ?? new Set()).add(`${group}:${name}`))
    }
    return (name) => [...(groups.get(name) ?? [])]
  }
  if (/\.(clj|edn)$/.test(path))
    return (name) => (/^[\w-]+\.[\w.-]+\//.test(name) ? [name.replace('/', ':'), nameOf(name)] : [])
  if (/\.gradle(\.kts)?$/.test(path) || isScalaBuild(path))
    return (name) => (name.includes(':') ? [name.slice(name.indexOf(':') + 1)] : [])
  return () => []
}

/** The crates that a manifest names by their place in the repository, itself or through the workspace. */
function ownNames(repository: Repository, path: string): ReadonlySet<string> {
  if (nameOf(path) !== 'Cargo.toml') return new Set()
  const isPlaced = (crate: unknown) => typeof at(crate, 'path') === 'string'
  const shared = at(repository.data('Cargo.toml').value, 'workspace', 'dependencies')
  const isOwn = ([name, crate]: readonly [string, unknown]) =>
    isPlaced(crate) || (at(crate, 'workspace') === true && isPlaced(at(shared, name)))
  const all = entriesOf(at(repository.data(path).value, 'dependencies'))
  return new Set(all.filter(isOwn).map(([name]) => name))
}

/** The names of runtime dependencies; `undefined` if the manifest does not separate them. */
function runtimeNames(repository: Repository, path: string): ReadonlySet<string> | undefined {
  const name = nameOf(path)
  const data = () => repository.data(path).value
  if (name === 'package.json') return new Set(namesUnder(data(), /^(peerD|optionalD|d)ependencies$/))
  if (name === 'composer.json') return new Set(namesUnder(data(), /^require$/))
  if (name === 'Cargo.toml') return new Set(neededCrates(data()))
  if (name === 'pyproject.toml') return new Set(pythonNames(data(), true))
  if (name.endsWith('.gemspec')) return new Set(gemNames(repository.text(path) ?? '', /add_(?:runtime_)?dependency/))
  if (name === 'pubspec.yaml') return new Set(dartNames(repository, path, ['dependencies']))
  if (isScalaBuild(path)) return new Set(neededByScala(repository.text(path) ?? ''))
  if (name === 'mix.exs') return new Set(neededByMix(repository.text(path) ?? ''))
  if (name === 'pom.xml') return new Set(neededByMaven(repository.text(path) ?? ''))
  if (/\.gradle(\.kts)?$/.test(name)) {
    const lines = (repository.text(path) ?? '').split('\n')
    const forTests = linesForTests(lines)
    return new Set(
      namesIn(
        repository,
        path,
        lines.filter((_, index) => !forTests[index]),
      ),
    )
  }
  // What a gem needs is in its specification; the Gemfile beside it has what its developers need.
  if (name === 'Gemfile' && /^\s*gemspec\b/m.test(repository.text(path) ?? '')) return new Set()
  if (isListForDevelopers(path)) return new Set()
  return undefined
}

function namesIn(repository: Repository, path: string, lines: readonly string[]): string[] {
  const name = nameOf(path)
  if (name === 'package.json' || name === 'composer.json') {
    return namesUnder(repository.data(path).value, /^((dev|peer|optional)?d|bundledD)ependencies$|^require(-dev)?$/i)
  }
  if (/^deno\.jsonc?$/.test(name)) return denoNames(repository.data(path).value)
  if (name === 'vcpkg.json') return namesUnder(repository.data(path).value, /^dependencies$/)
  if (name === 'pyproject.toml') return pythonNames(repository.data(path).value)
  if (name === 'Pipfile') return namesUnder(repository.data(path).value, /^(dev-)?packages$/)
  if (name === 'pubspec.yaml') return dartNames(repository, path, ['dependencies', 'dev_dependencies'])
  if (isScalaBuild(path)) return scalaNames(lines.join('\n'))
  if (name === 'Cargo.toml') return cargoNames(repository.data(path).value)
  const pattern = isRequirements(path) ? required : linePatterns.find(([names]) => names.test(name))?.[1]
  return pattern ? lines.flatMap((line) => [...line.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')) : []
}

/** Packages of npm and of JSR, by the places that Deno takes them from. */
function denoNames(manifest: unknown): string[] {
  return entriesOf(at(manifest, 'imports')).flatMap(
    ([, place]) => /^(?:npm|jsr):\/?(@[^/@]+\/[^/@]+|[^/@]+)/.exec(String(place))?.[1] ?? [],
  )
}

const required = /^\s*([A-Za-z0-9][\w.-]*)/g

/** Manifests that are programs or XML are read line by line. */
const linePatterns: readonly (readonly [names: RegExp, pattern: RegExp])[] = [
  [
    /^setup\.(py|cfg)$/,
    // One in a line, or several in quotes.
    expression(
      'g',
      String.raw`^\s*(?:\w+\s*=\s*\[?)?\s*['"]?([A-Za-z][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[<>=!~]=|['"],?\s*$)`,
      String.raw`|(?<=^\s{0,40}(?:['"][^'"]{0,80}['"],\s{0,9}){0,20}['"])([A-Za-z][\w.-]*)(?=(?:\[[^\]]*\])?\s*(?:[<>=!~]=[^'"]*)?['"])`,
    ),
  ],
  [/^go\.mod$/, /^\s*(?:require\s+|tool\s+)?([\w.-]+\.[\w-]+\/\S+)(?:\s+v\S+(?!.*\/\/ indirect)|\s*$)/g],
  [/^pom\.xml$/, /<artifactId>\s*([^<\s]+)\s*<\/artifactId>/g],
  [/\.gradle(\.kts)?$/, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']|\bid\s*\(?\s*["']([\w.-]+)["']/g],
  [/\.(cs|fs|vb)proj$|^Directory\.Build\.props$/, /<PackageReference\s[^>]*(?:Include|Update)="([^"]+)"/g],
  [/^Directory\.Packages\.props$/, /<GlobalPackageReference\s[^>]*Include="([^"]+)"/g],
  [/^Gemfile$|\.gemspec$/, /(?:^|\.)\s*(?:gem|add_(?:runtime_|development_)?dependency)[\s(]+['"]([\w-]+)['"]/g],
  [/^mix\.exs$/, /^\s*\{:(\w+),/g],
  ...furtherPatterns,
  [/^Package\.swift$/, /\.package\([^)]*url:\s*"[^"]*\/([\w.-]+?)(?:\.git)?"/g],
  [
    /^(CMakeLists\.txt|conanfile\.(txt|py)|meson\.build)$/,
    /(?:find_package\s*\(\s*|FetchContent_Declare\s*\(\s*|dependency\(\s*'|requires\(\s*"|^)([A-Za-z][\w-]*)(?=[\s)'/])/g,
  ],
]

function gemNames(text: string, method: RegExp): string[] {
  return [...text.matchAll(new RegExp(`\\.(?:${method.source})[\\s(]+['"]([\\w-]+)['"]`, 'g'))].map(
    ([, name = '']) => name,
  )
}

function namesUnder(value: unknown, fields: RegExp): string[] {
  return entriesOf(value).flatMap(([field, content]) => {
    if (!fields.test(field)) return []
    if (Array.isArray(content)) return content.map((each) => (typeof each === 'string' ? each : String(field)))
    return entriesOf(content).map(([name]) => name)
  })
}

/** What is installed where the program is run for others. */
const inProduction = /^(prod|production|deploy|deployment)$/

function pythonNames(value: unknown, isRuntime = false): string[] {
  const { project, tool, ...rest } = Object.fromEntries(entriesOf(value))
  const extras = entriesOf(at(project, 'optional-dependencies'))
  const listsOf = (isMeant: boolean) =>
    extras.filter(([name]) => inProduction.test(name) === isMeant).map(([, list]) => list)
  const development = [
    ...listsOf(false),
    ...entriesOf(rest['dependency-groups']).map(([, list]) => list),
    at(tool, 'uv', 'dev-dependencies'),
    at(tool, 'hatch', 'envs', 'default', 'dependencies'),
    at(rest['build-system'], 'requires'),
  ]
  const requirements = [at(project, 'dependencies'), ...listsOf(true), ...(isRuntime ? [] : development)].flatMap(
    (list) => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []),
  )
  const poetry = at(tool, 'poetry')
  const groups = entriesOf(at(poetry, 'group')).map(([, group]) => at(group, 'dependencies'))
  const tables = [at(poetry, 'dependencies'), ...(isRuntime ? [] : [at(poetry, 'dev-dependencies'), ...groups])]
  return [
    ...requirements.flatMap((requirement) => /^\s*([A-Za-z0-9][\w.-]*)/.exec(requirement)?.[1] ?? []),
    ...tables.flatMap((table) => entriesOf(table).map(([name]) => name)),
  ]
}

/** Mix says in a line for which environments a package is; without it, for all. */
function neededByMix(text: string): string[] {
  return [...text.matchAll(/^\s*\{:(\w+),(?![^\n]*only: (?!.*:prod)).*$/gm)].map(([, name = '']) => name)
}

/** Maven says of each dependency whether it is for tests alone. */
function neededByMaven(text: string): string[] {
  const [before = '', ...others] = text.split('<dependency>')
  const needed = others.map((part) => {
    const [dependency = '', ...after] = part.split('</dependency>')
    return /<scope>\s*test\s*</.test(dependency) ? after.join('') : part
  })
  return [before, ...needed].flatMap((part) =>
    [...part.matchAll(/<artifactId>\s*([^<\s]+)\s*<\/artifactId>/g)].map(([, name = '']) => name),
  )
}

/** What all modules of a parent of Maven need; what it only manages, or a profile or a plugin needs, they do not. */
function inheritedFrom(text: string): ReadonlySet<string> {
  if (!text.includes('<modules>')) return new Set()
  const own = withoutElements(text, 'dependencyManagement', 'profiles', 'build', 'reporting')
  return new Set(neededByMaven(insideElement(own, 'dependencies')))
}

/** What a feature brings is not needed to run. */
function neededCrates(value: unknown): string[] {
  return entriesOf(at(value, 'dependencies')).flatMap(([name, crate]) => (at(crate, 'optional') === true ? [] : [name]))
}

function cargoNames(value: unknown): string[] {
  const fields = /^((dev|build)-)?dependencies$/
  const targets = entriesOf(at(value, 'target')).flatMap(([, target]) => namesUnder(target, fields))
  return [...namesUnder(value, fields), ...targets]
}

/** With more names, looking for each one through all lines takes long. */
const manyNames = 500

/** The first line of each word. */
function linesByWord(lines: readonly string[]): (name: string) => number {
  const found = new Map<string, number>()
  for (const [index, line] of lines.entries())
    for (const [word] of line.matchAll(/[\w@./:-]+/g)) if (!found.has(word)) found.set(word, index + 1)
  return (name) => found.get(name) ?? 1
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
