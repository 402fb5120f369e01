import { type Setting, setsAt } from './setting.ts'

/** A rule of PMD is named in a set of rules of the repository, or in a whole category that holds it. */
export function pmd(rule: RegExp): Setting {
  return (repository) => {
    for (const path of repository.paths) {
      if (!/(^|\/)[^/]*pmd[^/]*\.xml$|(^|\/)pmd\/[^/]+\.xml$/i.test(path)) continue
      const text = (repository.text(path) ?? '').replace(/<!--[\s\S]*?-->/g, '').replace(/<exclude\s[^>]*>/g, '')
      const found = rule.exec(text)
      if (found) return setsAt(repository, path, found[0])
    }
    return undefined
  }
}
