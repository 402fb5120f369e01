import { joinPath } from '../applications/places.ts'
import { type Setting, setsAt } from './setting.ts'

/** A rule of Pylint is on: all are by default, so that a name in its settings takes it back. */
export function pylint(...rules: readonly string[]): Setting {
  return (repository, directories) => {
    for (const directory of directories) {
      const name = repository.namesIn(directory).find((each) => /^\.?pylintrc(\.toml)?$/.test(each))
      const manifest = joinPath(directory, 'pyproject.toml')
      const isInManifest = name === undefined && /^\[tool\.pylint/m.test(repository.text(manifest) ?? '')
      const path = name === undefined ? (isInManifest ? manifest : undefined) : joinPath(directory, name)
      if (path === undefined) continue
      const text = (repository.text(path) ?? '').replace(/^\s*#.*$/gm, '')
      const isOff = /\bdisable\s*=\s*\[?["']?all\b/.test(text) || rules.some((rule) => text.includes(rule))
      return isOff
        ? undefined
        : setsAt(repository, path, isInManifest ? '[tool.pylint' : '', `Pylint, with ${rules[0]}`)
    }
    return undefined
  }
}
