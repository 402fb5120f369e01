import type { Repository } from '../../repository/create-repository.ts'
import { at } from '../../repository/json-path.ts'
import { pathsLike } from '../../repository/paths-like.ts'
import { isForeign } from '../places.ts'
import { nearest, type Setting, setsAt } from './setting.ts'

/** A file that SwiftLint does not find by itself: somebody names it with `--config`. */
const namedSettings = /(^|\/)swiftlint[\w-]*\.ya?ml$/

/** Its settings: above the application, or in a folder for scripts. */
function swiftlintFile(repository: Repository, directories: readonly string[]): string | undefined {
  return (
    nearest(repository, directories, /^\.swiftlint\.ya?ml$/) ??
    pathsLike(repository, namedSettings).find((path) => !isForeign(path))
  )
}

/** A rule of SwiftLint that is on by default, and that nothing switches off. */
export function swiftlint(...rules: readonly string[]): Setting {
  return (repository, directories) => {
    const path = swiftlintFile(repository, directories)
    if (!path) return undefined
    const data = repository.data(path).value
    const only = at(data, 'only_rules') ?? at(data, 'whitelist_rules')
    const isOn = (rule: string) =>
      Array.isArray(only) ? only.includes(rule) : ![at(data, 'disabled_rules')].flat().includes(rule)
    const found = rules.find(isOn)
    if (found === undefined) return undefined
    return repository.text(path)?.includes(found)
      ? setsAt(repository, path, found)
      : `${path}:1 keeps ${found}, which is on by default`
  }
}
