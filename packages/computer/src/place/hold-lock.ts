import { chmodSync } from 'node:fs'
import type { Place } from './place.ts'

export interface HeldLock {
  release(): void
}

const busy = 5

/** A caller that only checks the lock holds it for less than this. */
const passingMs = 1000

/**
 * A lock that allows one daemon per machine. It is a file lock of the operating system, taken through SQLite because
 * Node has no call for it, and is released when the process ends. `undefined` if another process holds it.
 */
export function holdLock(place: Place, timeoutMs = passingMs): HeldLock | undefined {
  // Loaded on demand, because Node 22 warns that the module is experimental.
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
