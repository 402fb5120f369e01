import type { Repository } from '../../repository/create-repository.ts'
import { at, entriesOf } from '../../repository/json-path.ts'
import { lineAt } from '../../repository/parse.ts'
import { joinPath, resolvePath } from '../../repository/places.ts'

/** Reads the settings of a tool, from the nearest directory upwards, and tells where something is switched on. */
export type Setting = (repository: Repository, directories: readonly string[]) => string | undefined

/** The nearest file of such a name. */
export function nearest(repository: Repository, directories: readonly string[], names: RegExp): string | undefined {
  for (const directory of directories) {
    const name = repository.namesIn(directory).find((each) => names.test(each))
    if (name !== undefined) return joinPath(directory, name)
  }
  return undefined
}

/** A settings file that a script of the directory passes to its tool, such as `tsc -p client/tsconfig.json`. */
export function namedByScript(repository: Repository, directory: string, command: RegExp): string | undefined {
  const scripts = entriesOf(at(repository.data(joinPath(directory, 'package.json')).value, 'scripts'))
  for (const [, script] of scripts) {
    const target = typeof script === 'string' ? command.exec(script)?.[1] : undefined
    const path = target === undefined ? undefined : resolvePath(directory, target.replace(/^["']|["']$/g, ''))
    if (path !== undefined && repository.has(path)) return path
  }
  return undefined
}

/** `path:line sets what`, at the first place of a text in the file. */
export function setsAt(repository: Repository, path: string, text: string, what = text): string {
  const content = repository.text(path) ?? ''
  return `${path}:${lineAt(content, Math.max(0, content.indexOf(text)))} sets ${what}`
}
