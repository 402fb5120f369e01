import { languageOf } from '../catalog/languages.ts'
import { isProgram } from '../facts/places.ts'
import { readDependencies } from '../facts/read-dependencies.ts'
import type { Repository } from '../repository/create-repository.ts'
import { narrow } from '../repository/narrow.ts'

/** Folders in which programs of Python keep copies of what they need. */
const folders = /^(libs?|ext|externals?|thirdparty|vendored)\//

/** So many packages of a list are no accident. */
const fewestCopies = 5

/** The repository without packages that others wrote. They are still there, so that whoever needs all can ask for it. */
export function withoutCopies(repository: Repository): Repository {
  const copied = copiedPackages(repository)
  return copied.length === 0 ? repository : { ...narrow(repository, copied), withCopies: repository }
}

/** Folders with packages that others wrote, named as .gitignore would. */
function copiedPackages(repository: Repository): string[] {
  return [...(hasForeignDeps(repository) ? ['/deps/'] : []), ...copiedByPython(repository)]
}

/** Most keep code of others in this folder. Some call the parts of the program itself its dependencies. */
function hasForeignDeps(repository: Repository): boolean {
  const isInside = (path: string) => /^deps\//i.test(path)
  if (!repository.paths.some(isInside)) return false
  if (/:local\/root +"(\.\/)?deps\//.test(repository.text('deps.edn') ?? '')) return false
  return repository.paths.some((path) => !isInside(path) && languageOf(path) !== undefined && isProgram(path))
}

/** Those that requirements.txt names. */
function copiedByPython(repository: Repository): string[] {
  const needed = new Set(readDependencies(repository, 'requirements.txt').map(({ name }) => moduleName(name)))
  if (needed.size < fewestCopies) return []
  const found = new Map<string, Set<string>>()
  for (const path of repository.paths) {
    const [, folder] = folders.exec(path) ?? []
    if (folder === undefined || !path.endsWith('.py')) continue
    const name = moduleName(path.slice(folder.length + 1).replace(/(\/.*|\.py)$/, ''))
    if (needed.has(name)) found.set(folder, (found.get(folder) ?? new Set()).add(name))
  }
  return [...found].flatMap(([folder, names]) => (names.size < fewestCopies ? [] : [`/${folder}/`]))
}

/** What a package is called when it is imported, as far as its name tells. */
function moduleName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_')
}
