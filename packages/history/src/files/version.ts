import { type Stats, statSync } from 'node:fs'

export interface FileVersion {
  readonly size: number
  /** Differs whenever the file has changed; empty if it cannot be known. */
  readonly version: string
}

/** What is new in a database may be in the log beside it. */
export function versionOf(path: string): FileVersion {
  const stats = path.endsWith('.db') ? [statOf(path), statOf(`${path}-wal`)] : [statOf(path)]
  const states = stats.map((stat) => (stat ? `${stat.size} ${stat.mtimeMs}` : ''))
  return { size: stats[0]?.size ?? 0, version: stats[0] ? states.join() : '' }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Whoever reads it tells why that is not possible.
    return undefined
  }
}
