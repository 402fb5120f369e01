import { nearest, type Setting, setsAt } from './setting.ts'

/** A check of Credo is on: named in .credo.exs, neither with `false` nor among the disabled ones. */
export function credo(check: RegExp): Setting {
  return (repository, directories) => {
    const path = nearest(repository, directories, /^\.credo\.exs$/)
    const text = (path && repository.text(path)) ?? ''
    const enabled = text.replace(/^\s*#.*$/gm, '').replace(/\bdisabled:[\s\S]*/, '')
    const found = new RegExp(`Credo\\.Check\\.\\w+\\.(?:${check.source})\\b(?!,\\s*false)`).exec(enabled)
    return path && found ? setsAt(repository, path, found[0]) : undefined
  }
}
