import { pathsLike } from '../../repository/paths-like.ts'
import { type Setting, setsAt } from './setting.ts'

const files = /(^|\/)[^/]*pmd[^/]*\.xml$|(^|\/)pmd\/[^/]+\.xml$/i

/** A rule of PMD is named in a set of rules of the repository, or in a whole category that holds it. */
export function pmd(rule: RegExp, every: readonly string[] = []): Setting {
  return (repository) => {
    for (const path of pathsLike(repository, files)) {
      const whole = (repository.text(path) ?? '').replace(/<!--[\s\S]*?-->/g, '')
      const found = rule.exec(whole.replace(/<exclude\s[^>]*>/g, ''))
      // A category from which every such rule is taken holds none.
      const isEmptied =
        found?.[0].includes('.xml"') &&
        every.length > 0 &&
        every.every((each) => whole.includes(`<exclude name="${each}"`))
      if (found && !isEmptied) return setsAt(repository, path, found[0])
    }
    return undefined
  }
}
