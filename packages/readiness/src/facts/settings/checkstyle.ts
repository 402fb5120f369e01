import type { Repository } from '../../repository/create-repository.ts'
import { pathsLike } from '../../repository/paths-like.ts'
import { type Setting, setsAt } from './setting.ts'

const files = /(^|\/)([\w-]*[-_])?checkstyle[^/]*\.xml$/i
const builds = /(^|\/)(pom\.xml|(?!settings\.)[\w-]+\.gradle(\.kts)?)$/
const usual = /\b(google|sun)_checks\.xml/

/** A module of Checkstyle is switched on, in a file of the repository or in one that comes with Checkstyle. */
export function checkstyle(module: RegExp, isUsual = false): Setting {
  return (repository) => {
    for (const path of pathsLike(repository, files)) {
      const text = (repository.text(path) ?? '').replace(/<!--[\s\S]*?-->/g, '')
      const found = new RegExp(`<module\\s+name="(${module.source})"`).exec(text)
      if (found) return setsAt(repository, path, found[0].slice(found[0].indexOf('"') + 1, -1))
    }
    return isUsual ? usualFile(repository) : undefined
  }
}

function usualFile(repository: Repository): string | undefined {
  const path = pathsLike(repository, builds).find((each) => usual.test(repository.text(each) ?? ''))
  return path && setsAt(repository, path, usual.exec(repository.text(path) ?? '')?.[0] ?? '')
}
