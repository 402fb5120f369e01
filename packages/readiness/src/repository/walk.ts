import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

/** What is installed or built there was not written there. */
const alwaysLeftOut = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', 'venv', '__pycache__', '.terraform'])

/** More than that is no repository; somebody named the root of a disk. */
export const mostFiles = 200_000

interface Rules {
  readonly base: string
  readonly rules: Ignore
}

/** The plain files below a directory that is no git repository. `.gitignore` files count; links are not followed. */
export function walk(root: string, most = mostFiles): { readonly paths: string[]; readonly isCut: boolean } {
  const found: string[] = []
  const pending: { directory: string; rules: readonly Rules[] }[] = [{ directory: '', rules: [] }]
  for (let next = pending.pop(); next && found.length <= most; next = pending.pop()) {
    const { directory } = next
    const entries = entriesOf(join(root, directory))
    const rules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
      ? [...next.rules, rulesOf(root, directory)]
      : next.rules
    // A directory with a repository of its own is none of ours.
    if (directory && entries.some(({ name }) => name === '.git')) continue
    for (const entry of entries) {
      const path = directory ? `${directory}/${entry.name}` : entry.name
      if (entry.isDirectory()) {
        if (!alwaysLeftOut.has(entry.name) && !isIgnored(`${path}/`, rules)) pending.push({ directory: path, rules })
      } else if (entry.isFile() && !isIgnored(path, rules)) found.push(path)
    }
  }
  return { paths: found.slice(0, most).sort(), isCut: found.length > most }
}

function entriesOf(directory: string): Dirent[] {
  try {
    // In a certain order, so that a tree that is cut short is always cut at the same place.
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // A directory that may not be read is as good as empty.
    return []
  }
}

function rulesOf(root: string, directory: string): Rules {
  let text = ''
  try {
    text = readFileSync(join(root, directory, '.gitignore'), 'utf8')
  } catch {
    // Unreadable: it ignores nothing.
  }
  return { base: directory ? `${directory}/` : '', rules: ignore({ allowRelativePaths: true }).add(text) }
}

/** The rules nearest to the file decide first. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (const { base, rules: own } of rules.toReversed()) {
    const { ignored, unignored } = own.test(path.slice(base.length))
    if (ignored || unignored) return ignored
  }
  return false
}
