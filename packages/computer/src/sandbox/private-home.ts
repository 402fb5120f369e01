import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface HomeView {
  readonly home: string
  /** Folders of the home that are replaced, each with the folder that is shown. */
  readonly replaced: ReadonlyMap<string, string>
  /** Folders of the home that are shown like the home itself. */
  readonly inMemory: readonly string[]
  readonly areSocketsOpen: boolean
}

/**
 * Arguments for bubblewrap that mount a home in memory. It shows the entries of the real one read-only, and discards
 * new files with the sandbox. So no mount point has to be created on disk, and no list of protected paths is needed.
 */
export function homeWords({ home, replaced, inMemory: named, areSocketsOpen }: HomeView): string[] {
  const isFolder = (name: string) => statSync(join(home, name), { throwIfNoEntry: false })?.isDirectory() === true
  const missing = [...replaced.keys()].filter((name) => !isFolder(name))
  const inMemory = new Set([...missing.flatMap(foldersOn), ...named].filter(isFolder).toSorted())
  const words: string[] = []
  const done = new Set<string>()
  const show = (folder: string, way: '--tmpfs' | '--dir') => {
    if (done.has(folder)) return
    done.add(folder)
    words.push('--perms', '0700', way, join(home, folder))
    for (const entry of entriesOf(join(home, folder))) {
      const name = join(folder, entry.name)
      const path = join(home, name)
      if (name === '.muster' || replaced.has(name)) continue
      if (inMemory.has(name)) show(name, '--dir')
      else if (entry.isSymbolicLink()) words.push('--symlink', readlinkSync(path), path)
      else if (entry.isFile() || entry.isDirectory() || (areSocketsOpen && entry.isSocket())) {
        // An entry may disappear in the meantime, which is no error.
        words.push('--ro-bind-try', path, path)
        for (const each of inMemory) if (each.startsWith(`${name}/`)) show(each, '--tmpfs')
      }
    }
  }
  show('', '--tmpfs')
  for (const [name, folder] of replaced) words.push('--bind', folder, join(home, name))
  return words
}

/** The ancestors of a path: `a` and `a/b` for `a/b/c`. */
function foldersOn(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_name, index) => names.slice(0, index + 1).join('/'))
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
