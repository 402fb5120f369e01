import { existsSync, type FSWatcher, realpathSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

export interface SettingsWatch {
  /** Whether changes will be reported; otherwise the caller must check the files. */
  readonly isWatching: boolean
  close(): void
}

/**
 * Reports when a settings file may have changed, appeared or disappeared. Editors replace files, whole directories
 * appear later, and the file may be a symlink. So it watches the directory of the file, its parent, and the directory
 * of the symlink's target. If a directory is missing, it watches the nearest existing parent.
 */
export function watchSettings(paths: readonly string[], onChange: () => void): SettingsWatch {
  let watchers: FSWatcher[] = []
  let isWatching = true
  let isClosed = false

  const arm = () => {
    const before = watchers
    watchers = []
    isWatching = true
    // In each directory, only the names that lead to a settings file matter.
    const names = new Map<string, Set<string>>()
    for (const path of paths) for (const [directory, name] of placesOf(path)) addTo(names, directory, name)
    for (const [directory, own] of names) {
      try {
        const watcher = watch(directory, { persistent: false }, (_event, name) => {
          // The event has the directory's own name when the directory is removed.
          if (name === null || own.has(name) || name === basename(directory)) changed()
        })
        watcher.on('error', changed)
        watchers.push(watcher)
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code
        if (code !== 'ENOENT' && code !== 'ENOTDIR') isWatching = false
      }
    }
    for (const watcher of before) watcher.close()
  }
  let isPending = false
  const changed = () => {
    if (isPending || isClosed) return
    isPending = true
    // One change causes several events. Only the first schedules the callback, which runs after them.
    setImmediate(() => {
      isPending = false
      if (isClosed) return
      arm()
      onChange()
    })
  }
  arm()
  return {
    get isWatching() {
      return isWatching
    },
    close() {
      isClosed = true
      for (const watcher of watchers) watcher.close()
      watchers = []
    },
  }
}

/** Directories to watch for a file, each with the entry that matters. */
function placesOf(path: string): [directory: string, name: string][] {
  const places: [string, string][] = []
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    places.push([dirname(at), basename(at)])
    if (places.length >= 2 && existsSync(dirname(at))) break
  }
  try {
    const real = realpathSync(path)
    if (real !== path) places.push([dirname(real), basename(real)])
  } catch {
    // It does not exist yet.
  }
  return places
}

function addTo(names: Map<string, Set<string>>, directory: string, name: string): void {
  const own = names.get(directory) ?? new Set()
  names.set(directory, own.add(name))
}
