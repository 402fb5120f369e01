import { type FSWatcher, realpathSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

export interface SettingsWatch {
  /** Whether changes will be told; else the files must be looked at. */
  readonly isWatching: boolean
  close(): void
}

/**
 * Tells when a settings file may have changed, come or gone. Editors replace files, whole directories come later, and
 * the file may be a link to another place: so not the file is watched but the directory it is in, the one above it, and
 * the one that the link leads to. Where a directory is missing, the nearest one above it is watched.
 */
export function watchSettings(paths: readonly string[], onChange: () => void): SettingsWatch {
  let watchers: FSWatcher[] = []
  let isWatching = true
  let isClosed = false

  const arm = () => {
    const before = watchers
    watchers = []
    isWatching = true
    // A directory concerns us by the names in it that lead to a settings file.
    const names = new Map<string, Set<string>>()
    for (const path of paths) for (const [directory, name] of placesOf(path)) addTo(names, directory, name)
    for (const [directory, own] of names) {
      try {
        const watcher = watch(directory, { persistent: false }, (_event, name) => {
          // The directory itself is named when it goes away.
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
    // One change is told several times over; the first is answered, after those that came with it.
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

/** Directories to watch for a file, each with the name in it that matters. */
function placesOf(path: string): [directory: string, name: string][] {
  const places: [string, string][] = []
  for (let at = path; at !== dirname(at) && places.length < 3; at = dirname(at)) {
    places.push([dirname(at), basename(at)])
  }
  try {
    const real = realpathSync(path)
    if (real !== path) places.push([dirname(real), basename(real)])
  } catch {
    // It is not there yet.
  }
  return places
}

function addTo(names: Map<string, Set<string>>, directory: string, name: string): void {
  const own = names.get(directory) ?? new Set()
  names.set(directory, own.add(name))
}
