import { joinPath } from '../../repository/places.ts'
import { type Setting, setsAt } from './setting.ts'

/**
 * A rule of Pylint is on: all are by default, unless its settings take it back, by its name, its code or its kind. With
 * a limit, it counts only where that is set.
 */
export function pylint(rule: string, code: string, limit = ''): Setting {
  return (repository, directories) => {
    for (const directory of directories) {
      const name = repository.namesIn(directory).find((each) => /^\.?pylintrc(\.toml)?$/.test(each))
      const manifest = joinPath(directory, 'pyproject.toml')
      const isInManifest = name === undefined && /^\[tool\.pylint/m.test(repository.text(manifest) ?? '')
      const path = name === undefined ? (isInManifest ? manifest : undefined) : joinPath(directory, name)
      if (path === undefined) continue
      const text = (repository.text(path) ?? '').replace(/^[ \t]*[#;].*$|(?<=[ \t,])#.*$/gm, '')
      const own = [rule, code, code.slice(0, 1)]
      const disabled = listed(text, 'disable')
      const isOff = disabled.includes('all') || own.some((each) => disabled.includes(each))
      const isOn = !isOff || listed(text, 'enable').some((each) => each === 'all' || own.includes(each))
      if (!isOn || !text.includes(limit)) return undefined
      return setsAt(repository, path, limit || (isInManifest ? '[tool.pylint' : ''), `Pylint, with ${rule}`)
    }
    return undefined
  }
}

/** The names that a key lists, of a file of INI or TOML: all up to the next key or section. */
function listed(text: string, key: string): string[] {
  const values = [
    ...text.matchAll(
      new RegExp(
        `^[ \\t]*(?:[\\w-]+\\.)?${key}[ \\t]*[:=]([\\s\\S]*?)(?=^[ \\t]*[\\w-]+[ \\t]*[:=]|^\\[|$(?![\\s\\S]))`,
        'gm',
      ),
    ),
  ]
  return values.flatMap(([, value = '']) => value.split(/[\s,"'[\]]+/).filter((each) => each !== ''))
}
