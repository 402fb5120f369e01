import { at } from '../repository/json-path.ts'
import { nearest, type Setting, setsAt } from './setting.ts'

/** What golangci-lint runs by default. */
const standard = ['errcheck', 'govet', 'ineffassign', 'staticcheck', 'unused']

/** One of these linters or formatters is on in golangci-lint: neither in a comment nor disabled. */
export function golangci(...names: readonly string[]): Setting {
  return (repository, directories) => {
    const path = nearest(repository, directories, /^\.golangci\.(ya?ml|toml|json)$/)
    const data = path && repository.data(path).value
    if (!path || data === undefined) return undefined
    const enabled = [...listAt(data, 'linters', 'enable'), ...listAt(data, 'formatters', 'enable')]
    const disabled = listAt(data, 'linters', 'disable')
    const mode = at(data, 'linters', 'default')
    const all = mode === 'all' || at(data, 'linters', 'enable-all') === true
    const none = mode === 'none' || at(data, 'linters', 'disable-all') === true
    const isOn = (name: string) =>
      enabled.includes(name) || (!disabled.includes(name) && (all || (!none && standard.includes(name))))
    const found = names.find(isOn)
    return found && setsAt(repository, path, found, `${found}${enabled.includes(found) ? '' : ', by default'}`)
  }
}

function listAt(data: unknown, ...keys: readonly string[]): string[] {
  const list = at(data, ...keys)
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}
