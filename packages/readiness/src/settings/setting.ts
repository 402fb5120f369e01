import { joinPath } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'

/** Looks into the settings of a tool, from the nearest directory upwards, and tells where something is switched on. */
export type Setting = (repository: Repository, directories: readonly string[]) => string | undefined

/** The nearest file of such a name. */
export function nearest(repository: Repository, directories: readonly string[], names: RegExp): string | undefined {
  for (const directory of directories) {
    const name = repository.namesIn(directory).find((each) => names.test(each))
    if (name !== undefined) return joinPath(directory, name)
  }
  return undefined
}

/** `path:line sets what`, at the first place of a text in the file. */
export function setsAt(repository: Repository, path: string, text: string, what = text): string {
  const content = repository.text(path) ?? ''
  return `${path}:${lineAt(content, Math.max(0, content.indexOf(text)))} sets ${what}`
}
