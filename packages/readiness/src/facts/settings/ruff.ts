import type { Repository } from '../../repository/create-repository.ts'
import { at } from '../../repository/json-path.ts'
import { directoryOf, joinPath, resolvePath } from '../../repository/places.ts'
import type { Setting } from './setting.ts'
import { setsAt } from './setting.ts'

/** What ruff checks by default. */
const standard = ['E4', 'E7', 'E9', 'F']

/** A group of rules is selected in ruff, wholly or in part. */
export function ruff(group: string): Setting {
  return (repository, directories) => {
    for (const directory of directories) {
      for (const name of ['ruff.toml', '.ruff.toml', 'pyproject.toml']) {
        const path = joinPath(directory, name)
        const data = repository.has(path) ? repository.data(path).value : undefined
        const own = name === 'pyproject.toml' ? at(data, 'tool', 'ruff') : data
        if (own === undefined) continue
        const base = extended(repository, path, own)
        const all = base === undefined ? [own] : [own, base.settings]
        const ignored = all.flatMap((each) => ['ignore', 'extend-ignore'].flatMap((key) => rules(each, key)))
        if (ignored.some((rule) => group.startsWith(rule) || isWhole(rule, group))) return undefined
        const isOfBase = rules(own, 'select').length === 0 && base !== undefined
        const chosen = rules(isOfBase ? base.settings : own, 'select')
        const selected = [
          ...(chosen.length > 0 ? chosen : standard),
          ...all.flatMap((each) => rules(each, 'extend-select')),
        ]
        const found = selected.find((rule) => rule === 'ALL' || isOf(rule, group))
        if (found === undefined) return undefined
        const place = isOfBase && chosen.length > 0 ? base.path : path
        return setsAt(repository, place, chosen.length > 0 ? `"${found}"` : 'ruff', `the rules ${found} of ruff`)
      }
    }
    return undefined
  }
}

/** The file of the repository on which these settings build. */
function extended(
  repository: Repository,
  path: string,
  settings: unknown,
): { path: string; settings: unknown } | undefined {
  const name = at(settings, 'extend')
  const base = typeof name === 'string' ? resolvePath(directoryOf(path), name) : undefined
  if (base === undefined || base === path || !repository.has(base)) return undefined
  const data = repository.data(base).value
  return { path: base, settings: base.endsWith('pyproject.toml') ? at(data, 'tool', 'ruff') : data }
}

/** `N8` is a part of `N`, and `C9` holds `C90`; `NPY` is another group. */
function isOf(rule: string, group: string): boolean {
  const isPart = rule.startsWith(group) && /^\d*$/.test(rule.slice(group.length))
  return isPart || (group.startsWith(rule) && /^\d+$/.test(group.slice(rule.length)))
}

/** Groups of one rule only are off with it. */
function isWhole(rule: string, group: string): boolean {
  return group === 'C90' && rule === 'C901'
}

function rules(settings: unknown, key: string): string[] {
  const found = at(settings, 'lint', key) ?? at(settings, key)
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}
