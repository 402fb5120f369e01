import { pathsLike } from '../repository/paths-like.ts'
import { type Setting, setsAt } from './setting.ts'

const files = /(^|\/)[^/]*pmd[^/]*\.xml$|(^|\/)pmd\/[^/]+\.xml$/i

/** A rule of PMD is named in a set of rules of the repository, or in a whole category that holds it. */
export function pmd(rule: RegExp): Setting {
  return (repository) => {
    for (const path of pathsLike(repository, files)) {
      const text = (repository.text(path) ?? '').replace(/<!--[\s\S]*?-->/g, '').replace(/<exclude\s[^>]*>/g, '')
      const found = rule.exec(text)
      if (found) return setsAt(repository, path, found[0])
    }
    return undefined
  }
}
