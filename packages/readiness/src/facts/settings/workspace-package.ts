import type { Repository } from '../../repository/create-repository.ts'
import { at } from '../../repository/json-path.ts'
import { onceForEach } from '../../repository/once-for-each.ts'
import { parseData } from '../../repository/parse.ts'
import { pathsLike } from '../../repository/paths-like.ts'
import { directoryOf, joinPath } from '../../repository/places.ts'

const manifests = /(^|\/)package\.json$/

/** The directories of all packages of npm, by their names. Of two with the same name, the first one counts. */
const directoriesByName = onceForEach((repository): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const path of pathsLike(repository, manifests)) {
    // A manifest elsewhere that cannot be read is no fault of the setting that names a package.
    const name = at(parseData(path, repository.text(path) ?? '').value, 'name')
    if (typeof name === 'string' && !found.has(name)) found.set(name, directoryOf(path))
  }
  return found
})

/** The name of a package at the beginning of what a module or a setting names. */
const packageName = /^(?:@[^/]+\/)?[^/]+/

/** The place of `@scope/name` or `@scope/name/file`, if a package of the same repository has that name. */
export function inWorkspace(repository: Repository, target: string): string | undefined {
  const [name = ''] = packageName.exec(target) ?? []
  const directory = directoriesByName(repository).get(name)
  if (directory === undefined) return undefined
  const rest = target.slice(name.length + 1)
  return rest === '' ? directory : joinPath(directory, rest)
}
