import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { sep } from 'node:path'

const deepest = 12

type TellSkipped = (path: string, reason: string) => void

/**
 * All matching files below a folder, sorted by name. Symlinks are followed, but not in cycles; whatever cannot be read
 * is reported.
 */
export function findFiles(folder: string, isWanted: (path: string) => boolean, tellSkipped: TellSkipped): string[] {
  const elsewhere: string[] = []
  const search = (place: string, depth: number): string[] =>
    entriesOf(place, tellSkipped).flatMap((entry) => {
      const path = `${place}${sep}${entry.name}`
      const kind = entry.isSymbolicLink() ? follow(path, folder, elsewhere, tellSkipped) : entry
      if (kind?.isDirectory()) return depth < deepest ? search(path, depth + 1) : []
      return kind?.isFile() && isWanted(path) ? [path] : []
    })
  return search(folder, 0)
}

function entriesOf(folder: string, tellSkipped: TellSkipped): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') tellSkipped(folder, `cannot be read (${code})`)
    return []
  }
}

/**
 * The target of a symlink, unless it is searched anyway: a folder below the root or below another link's target. A
 * folder that contains the root is a cycle too, and may be the whole disk.
 */
function follow(path: string, first: string, elsewhere: string[], tellSkipped: TellSkipped): Stats | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isDirectory()) return stat
    const target = realpathSync(path)
    const origin = realpathSync(first)
    if (isWithin(origin, target) || [origin, ...elsewhere].some((searched) => isWithin(target, searched)))
      return undefined
    elsewhere.push(target)
    return stat
  } catch (error) {
    tellSkipped(path, `cannot be read (${codeOf(error)})`)
    return undefined
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
