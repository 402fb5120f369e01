import { chmodSync } from 'node:fs'
import type { Place } from './place.ts'

export interface HeldLock {
  release(): void
}

const busy = 5

/** A caller that only checks holds the lock for less than this. */
const passingMs = 1000

/**
 * Allows one daemon on a machine. The lock is the operating system's, taken through SQLite because Node has no call for
 * it. It disappears with the process, however that ends. `undefined` if another process holds it.
 */
export function holdLock(place: Place, timeoutMs = passingMs): HeldLock | undefined {
  // Loaded on demand, because Node 22 warns that it is experimental.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(place.lock, { timeout: timeoutMs })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
  chmodSync(place.lock, 0o600)
  return { release: () => database.close() }
}

/** Whether a daemon runs. */
export function isHeld(place: Place): boolean {
  const lock = holdLock(place, 0)
  lock?.release()
  return lock === undefined
}
