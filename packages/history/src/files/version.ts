import { type Stats, statSync } from 'node:fs'

export interface FileVersion {
  readonly size: number
  /** Changes whenever the file changes; empty if unknown. */
  readonly version: string
}

/** SQLite keeps recent rows in a -wal file, so its version counts too. */
export function versionOf(path: string): FileVersion {
  const stats = path.endsWith('.db') ? [statOf(path), statOf(`${path}-wal`)] : [statOf(path)]
  const states = stats.map((stat) => (stat ? `${stat.size} ${stat.mtimeMs}` : ''))
  return { size: stats[0]?.size ?? 0, version: stats[0] ? states.join() : '' }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // The reader of the file reports why it is not accessible.
    return undefined
  }
}
