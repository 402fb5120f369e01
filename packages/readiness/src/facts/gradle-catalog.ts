import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { directoryOf, joinPath, upwards } from '../repository/places.ts'
import type { Dependency } from './dependency.ts'

const reference = /\b([a-z]\w*)\.((?:[a-z]\w*\.)*\w+)/gi
/** Lines of a build file that ask for something which the program itself does not need. */
const onlyForTests = /^\s*(test|androidTest|integrationTest|kapt|ksp|annotationProcessor)/

/** The head of a part of a build file with what a set of tests needs, as `jvmTest {` or `val jvmTest by getting {`. */
const testsBegin =
  /^\s*(?:val\s+)?(?:(?:sourceSets\.)?(?:named|getByName|register|create)\(["'])?(?:test|\w+Test)["')]*(?:\.\w+|\s+by\s+\w+)?(?:\([^)]*\))?\s*\{/

/** Texts and remarks, in which braces mean nothing. */
const said = /"[^"]*"|'[^']*'|\/\/.*|\/\*.*?\*\//g

/** For each line of a build file, whether it asks for something which the program itself does not need. */
export function linesForTests(lines: readonly string[]): boolean[] {
  let depth = 0
  let begun: number | undefined
  return lines.map((line) => {
    if (begun === undefined && testsBegin.test(line)) begun = depth
    const isForTests = begun !== undefined || onlyForTests.test(line)
    const plain = line.replace(said, '')
    depth += plain.split('{').length - plain.split('}').length
    if (begun !== undefined && depth <= begun) begun = undefined
    return isForTests
  })
}

/** The dependencies that a build file of Gradle names through a catalogue of versions. The rest of the catalogue is for others. */
export function catalogDependencies(repository: Repository, path: string, lines: readonly string[]): Dependency[] {
  const names = namesByReference(repository, path)
  if (names.size === 0) return []
  const forTests = linesForTests(lines)
  return lines.flatMap((text, index) =>
    [...text.matchAll(reference)].flatMap(([, catalog = '', rest = '']) =>
      (names.get(`${catalog}.${rest.replace(/\.(get|asProvider)$/, '')}`) ?? []).map((name) => ({
        name: name.toLowerCase(),
        alsoCalled: [name.toLowerCase().slice(name.indexOf(':') + 1)],
        path,
        line: index + 1,
        isDevelopment: forTests[index] === true,
      })),
    ),
  )
}

/** What `libs.spring.web` and the like stand for; Gradle reads dashes and underscores of aliases as dots. */
function namesByReference(repository: Repository, path: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const directory of upwards(directoryOf(path)).map((each) => joinPath(each, 'gradle'))) {
    for (const file of repository.namesIn(directory)) {
      const catalog = /^(\w+)\.versions\.toml$/.exec(file)?.[1]
      if (catalog === undefined) continue
      const data = repository.data(joinPath(directory, file)).value
      const libraries = new Map(entriesOf(at(data, 'libraries')).flatMap(([alias, each]) => moduleOf(alias, each)))
      for (const [alias, name] of libraries) found.set(`${catalog}.${dotted(alias)}`, [name])
      for (const [alias, members] of entriesOf(at(data, 'bundles'))) {
        const all = Array.isArray(members) ? members.flatMap((each) => libraries.get(String(each)) ?? []) : []
        found.set(`${catalog}.bundles.${dotted(alias)}`, all)
      }
    }
  }
  return found
}

/** `"group:name:1.0"`, `{ module = "group:name" }` or `{ group = "group", name = "name" }`. */
function moduleOf(alias: string, library: unknown): [alias: string, name: string][] {
  const module = typeof library === 'string' ? library : at(library, 'module')
  if (typeof module === 'string') return [[alias, module.split(':').slice(0, 2).join(':')]]
  const [group, name] = [at(library, 'group'), at(library, 'name')]
  return typeof group === 'string' && typeof name === 'string' ? [[alias, `${group}:${name}`]] : []
}

function dotted(alias: string): string {
  return alias.replaceAll(/[-_]/g, '.')
}
