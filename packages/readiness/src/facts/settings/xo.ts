import { at } from '../../repository/json-path.ts'
import { joinPath } from '../../repository/places.ts'
import { type Setting, setsAt } from './setting.ts'

/** A rule of XO is on, as all are by default, unless its settings take it back. */
export function xoRule(rule: string): Setting {
  return (repository, directories) => {
    for (const directory of directories) {
      const path = joinPath(directory, 'package.json')
      const manifest = repository.data(path).value
      if (!['dependencies', 'devDependencies'].some((field) => at(manifest, field, 'xo') !== undefined)) continue
      const own = [at(manifest, 'xo', 'rules', rule)].flat()[0]
      const name = repository.namesIn(directory).find((each) => /^(\.xo-config|xo\.config)\b/.test(each))
      const text = (name && repository.text(joinPath(directory, name))) ?? ''
      const isOff =
        own === 'off' || own === 0 || new RegExp(`["']?${rule}["']?\\s*:\\s*\\[?\\s*["']?(?:off|0)\\b`).test(text)
      return isOff ? undefined : setsAt(repository, path, '"xo"', `xo, which has ${rule}`)
    }
    return undefined
  }
}
