import { joinPath } from '../applications/places.ts'
import { at } from '../repository/json-path.ts'
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
        const settings = name === 'pyproject.toml' ? at(data, 'tool', 'ruff') : data
        if (settings === undefined) continue
        const ignored = ['ignore', 'extend-ignore'].flatMap((key) => rules(settings, key))
        if (ignored.some((rule) => group.startsWith(rule) || isWhole(rule, group))) return undefined
        const chosen = rules(settings, 'select')
        const selected = [...(chosen.length > 0 ? chosen : standard), ...rules(settings, 'extend-select')]
        const found = selected.find((rule) => rule === 'ALL' || isOf(rule, group))
        if (found === undefined) return undefined
        return setsAt(repository, path, chosen.length > 0 ? `"${found}"` : 'ruff', `the rules ${found} of ruff`)
      }
    }
    return undefined
  }
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
