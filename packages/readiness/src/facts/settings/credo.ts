import { nearest, type Setting, setsAt } from './setting.ts'

/**
 * A check of Credo is on: named in .credo.exs, neither with `false` nor among the disabled ones. Without settings of
 * its own, the checks are on that are on by default.
 */
export function credo(check: RegExp): Setting {
  return (repository, directories) => {
    const path = nearest(repository, directories, /^\.credo\.exs$/)
    if (path === undefined) {
      const manifest = nearest(repository, directories, /^mix\.exs$/)
      const isUsed = manifest !== undefined && /^[^#\n]*\{:credo\b/m.test(repository.text(manifest) ?? '')
      return isUsed ? setsAt(repository, manifest, '{:credo', 'Credo, with its usual checks') : undefined
    }
    const text = repository.text(path) ?? ''
    const enabled = text.replace(/^\s*#.*$/gm, '').replace(/\bdisabled:[\s\S]*/, '')
    const found = new RegExp(`Credo\\.Check\\.\\w+\\.(?:${check.source})\\b(?!,\\s*false)`).exec(enabled)
    return found ? setsAt(repository, path, found[0]) : undefined
  }
}
