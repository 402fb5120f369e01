import { type Dirent, readdirSync } from 'node:fs'
import { sep } from 'node:path'

const deepest = 12

/**
 * All wanted files below a folder, in the order of their names. Links are not followed, so there are no endless
 * circles; unreadable folders are reported.
 */
export function findFiles(
  folder: string,
  isWanted: (path: string) => boolean,
  tellSkipped: (path: string, reason: string) => void,
  depth = 0,
): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') tellSkipped(folder, `cannot be read (${code})`)
    return []
  }
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}${sep}${entry.name}`
      if (entry.isDirectory()) return depth < deepest ? findFiles(path, isWanted, tellSkipped, depth + 1) : []
      return entry.isFile() && isWanted(path) ? [path] : []
    })
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
