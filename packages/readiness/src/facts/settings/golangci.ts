import type { Repository } from '../../repository/create-repository.ts'
import { at, entriesOf } from '../../repository/json-path.ts'
import { joinPath } from '../../repository/places.ts'
import { nearest, type Setting, setsAt } from './setting.ts'

/** What golangci-lint runs by default. */
const standard = ['errcheck', 'govet', 'ineffassign', 'staticcheck', 'unused']

const formatters = ['gci', 'gofmt', 'gofumpt', 'goimports', 'golines', 'swaggo']

/** Its settings: above the application, or in a folder for tools whose file a script names. */
function golangciFile(repository: Repository, directories: readonly string[]): string | undefined {
  return nearest(
    repository,
    [...directories, 'tools', 'hack', 'build', '.github', '.config', '.trunk/configs', 'common/config', 'config'],
    golangciNames,
  )
}

const golangciNames = /^\.?golangci(-lint)?\.(ya?ml|toml|json)$/

/** One of these linters or formatters is on in golangci-lint: neither in a comment nor disabled. */
export function golangci(...names: readonly string[]): Setting {
  return (repository, directories) => {
    const path = golangciFile(repository, directories)
    const data = path && repository.data(path).value
    if (!path || data === undefined) return undefined
    const enabled = [...listAt(data, 'linters', 'enable'), ...listAt(data, 'formatters', 'enable')]
    const disabled = listAt(data, 'linters', 'disable')
    const mode = at(data, 'linters', 'default')
    const all = mode === 'all' || at(data, 'linters', 'enable-all') === true
    const none = mode === 'none' || at(data, 'linters', 'disable-all') === true
    // Formatters are apart since the second version.
    const isApart = (name: string) => formatters.includes(name) && String(at(data, 'version')) === '2'
    const isOn = (name: string) =>
      enabled.includes(name) ||
      (!disabled.includes(name) && ((all && !isApart(name)) || (!none && standard.includes(name))))
    const found = names.find(isOn)
    return found && setsAt(repository, path, found, `${found}${enabled.includes(found) ? '' : ', by default'}`)
  }
}

/** A rule of revive is named in the settings of golangci-lint, which runs revive, and is not switched off. */
export function reviveRule(rule: RegExp): Setting {
  return (repository, directories) => {
    const path = golangciFile(repository, directories)
    if (!path || golangci('revive')(repository, directories) === undefined) return undefined
    const data = repository.data(path).value
    const rules = at(data, 'linters', 'settings', 'revive', 'rules') ?? at(data, 'linters-settings', 'revive', 'rules')
    const found = [rules ?? []].flat().find((each) => rule.test(String(at(each, 'name'))))
    return found === undefined || at(found, 'disabled') === true
      ? undefined
      : setsAt(repository, path, String(at(found, 'name')))
  }
}

/** depguard keeps parts of the program apart only if it denies packages of the program itself. */
export const depguard: Setting = (repository, directories) => {
  const found = golangci('depguard')(repository, directories)
  const path = golangciFile(repository, directories)
  const modules = directories.map((each) => moduleOf(repository, each))
  const own = modules.find((each) => each !== undefined)
  const data = path && repository.data(path).value
  const rules =
    at(data, 'linters', 'settings', 'depguard', 'rules') ?? at(data, 'linters-settings', 'depguard', 'rules')
  const denied = entriesOf(rules).flatMap(([, rule]) => [at(rule, 'deny') ?? []].flat().map((each) => at(each, 'pkg')))
  return own !== undefined && denied.some((each) => String(each).startsWith(own)) ? found : undefined
}

function listAt(data: unknown, ...keys: readonly string[]): string[] {
  const list = at(data, ...keys)
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** The address of the module of Go in a directory. */
function moduleOf(repository: Repository, directory: string): string | undefined {
  return /^module\s+(\S+)/m.exec(repository.text(joinPath(directory, 'go.mod')) ?? '')?.[1]
}
