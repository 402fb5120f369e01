import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const forgottenMs = 24 * 60 * 60 * 1000

/** Removes files of sessions that ended without SessionEnd. */
export function removeForgotten(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && Date.now() - stat.mtimeMs > forgottenMs) rmSync(path, { force: true })
  }
}
