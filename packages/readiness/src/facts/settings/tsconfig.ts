import type { Repository } from '../../repository/create-repository.ts'
import { at } from '../../repository/json-path.ts'
import { directoryOf, joinPath, resolvePath } from '../../repository/places.ts'
import { namedByScript, type Setting, setsAt } from './setting.ts'
import { inWorkspace } from './workspace-package.ts'

/** A workspace has one for each package; more are not looked at. */
const mostFiles = 500

/** An option of the TypeScript compiler is true, in the nearest tsconfig.json or in what it extends inside of the repository. */
export function compilerOption(name: string): Setting {
  return (repository, directories) => {
    for (const directory of directories) {
      // A project of JavaScript has the same settings in a file of its own name.
      const [usual] = ['tsconfig.json', 'jsconfig.json']
        .map((file) => joinPath(directory, file))
        .filter((path) => repository.has(path))
      const path =
        usual ??
        namedByScript(
          repository,
          directory,
          /\b(?:vue-tsc|tsc|tsgo)\b[^\n;&|]*\s(?:-p|--project|-b|--build)[\s=](?:-\S+\s+)*([^\s-]\S*)/,
        )
      if (path !== undefined) return valueIn(repository, path, name)
    }
    return undefined
  }
}

/** Files that extend or name each other are each looked at once. */
function valueIn(repository: Repository, path: string, name: string, seen = new Set<string>()): string | undefined {
  seen.add(path)
  const data = repository.data(path).value
  const value = at(data, 'compilerOptions', name)
  if (value === true) return setsAt(repository, path, `"${name}"`)
  if (value === false || seen.size > mostFiles) return undefined
  const bases = [at(data, 'extends')].flat()
  const references = [at(data, 'references')].flat().map((each) => at(each, 'path'))
  for (const target of [...bases, ...references]) {
    if (typeof target !== 'string') continue
    // A shared configuration that is installed cannot be read here; those of the tsconfig bases are all strict.
    if (name === 'strict' && /^@tsconfig\//.test(target)) return `${path}:1 extends ${target}`
    const file = placesOf(repository, path, target).find((each) => repository.has(each))
    const found = file && !seen.has(file) && valueIn(repository, file, name, seen)
    if (found) return found
  }
  return undefined
}

function placesOf(repository: Repository, path: string, target: string): string[] {
  const bare = target.startsWith('.') ? resolvePath(directoryOf(path), target) : inWorkspace(repository, target)
  return bare === undefined ? [] : [bare, `${bare}.json`, joinPath(bare, 'tsconfig.json')]
}
