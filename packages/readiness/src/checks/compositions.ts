import { below, directoryOf, isForeign, isForTests, isProgram, resolvePath, upwards } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import type { Subject } from './check.ts'

/** The names of files that start several programs together. */
export const compositions = /^(docker-)?compose[\w.-]*\.ya?ml$/

/** Nobody has more of them, and each has to be read as a whole. */
const mostCompositions = 100

/** Those in any folder, but for tests, for an editor or of others. */
export function ownCompositions(repository: Repository): string[] {
  return repository.paths
    .filter(
      (path) =>
        compositions.test(path.slice(path.lastIndexOf('/') + 1)) &&
        !isForeign(path) &&
        !isForTests(path) &&
        !/(^|\/)\.devcontainer\//.test(path),
    )
    .slice(0, mostCompositions)
}

/** Tells of a composition whether one of its services is built from an application, and not only what runs beside it. */
export function buildsApplications({ applications, repository }: Subject): (path: string) => boolean {
  let folders: ReadonlySet<string> | undefined
  const holdsApplication = (folder: string) => {
    folders ??= foldersOf(applications)
    return folders.has(folder)
  }
  const seen = new Map<string, boolean>()
  const builds = (path: string): boolean => {
    const known = seen.get(path)
    if (known !== undefined || seen.size === mostCompositions) return known === true
    // One that includes itself builds nothing more.
    seen.set(path, false)
    const isRead = /\b(build|include)\b/.test(repository.text(path) ?? '')
    const data = isRead ? repository.data(path).value : undefined
    const isFrom = (name: unknown) =>
      typeof name === 'string' && !name.includes('://') && holdsApplication(resolvePath(directoryOf(path), plain(name)))
    const found =
      servicesIn(data).some((service) => {
        const build = keyOf(service, 'build')
        if (build === undefined || build === null) return false
        const context = typeof build === 'string' ? build : (keyOf(build, 'context') ?? '.')
        return isFrom(context) || mountsOf(service).some(isFrom)
      }) || includedBy(data).some((name) => builds(resolvePath(directoryOf(path), plain(name))))
    seen.set(path, found)
    return found
  }
  return builds
}

/** Where applications and their programs are, with all folders above. */
function foldersOf(applications: Subject['applications']): ReadonlySet<string> {
  const own = applications.flatMap(({ directory, sources }) => [
    directory,
    ...sources.filter((path) => isProgram(below(path, directory))).map(directoryOf),
  ])
  return new Set([...new Set(own)].flatMap(upwards))
}

/** The oldest compositions list their services without a heading. */
function servicesIn(data: unknown): unknown[] {
  return entriesOf(at(data, 'services') ?? data).map(([, service]) => service)
}

/** Folders of the repository that a service sees: the image then brings only what the program needs to run. */
function mountsOf(service: unknown): unknown[] {
  const volumes = keyOf(service, 'volumes')
  if (!Array.isArray(volumes)) return []
  return volumes
    .map((each: unknown) => (typeof each === 'string' ? each.replace(/:.*/, '') : at(each, 'source')))
    .filter((source) => typeof source === 'string' && source.startsWith('.'))
}

/** Compositions that another one includes, by their paths from it. */
function includedBy(data: unknown): string[] {
  const include = at(data, 'include')
  const listed: unknown[] = Array.isArray(include) ? include : []
  return listed
    .flatMap((each) => (typeof each === 'string' ? each : at(each, 'path')))
    .filter((path) => typeof path === 'string')
}

const deepestMerge = 3

/** What is under a key, also by a merge with what stands elsewhere in the file. */
function keyOf(value: unknown, key: string, depth = 0): unknown {
  const own = at(value, key)
  if (own !== undefined || depth === deepestMerge) return own
  return [at(value, '<<')]
    .flat()
    .map((merged) => keyOf(merged, key, depth + 1))
    .find((found) => found !== undefined)
}

/** A path whose variables have the values that they have if nobody sets them. */
function plain(path: string): string {
  return path.replace(/\$\{\w{1,60}:?-([^{}\n]{0,200})\}|\$\{?\w{1,60}\}?/g, '$1')
}
