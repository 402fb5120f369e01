import { at } from '../repository/json-path.ts'
import { nearest, type Setting, setsAt } from './setting.ts'

/** A rule of SwiftLint that is on by default, and that nothing switches off. */
export function swiftlint(...rules: readonly string[]): Setting {
  return (repository, directories) => {
    const path = nearest(repository, directories, /^\.swiftlint\.ya?ml$/)
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
