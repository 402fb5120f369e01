import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Without a sign of life for this long, whoever holds the lock is taken to hang. */
const staleMs = 60_000

/** One process sends for all. If two do after all, nothing is counted twice; so this need not be perfect. */
export interface SenderLock {
  /** A sign of life. */
  touch(): void
  release(): void
}

/** `undefined` when another process sends already. */
export function takeSenderLock(directory: string): SenderLock | undefined {
  const path = lockFile(directory)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, String(process.pid))
      closeSync(file)
      return {
        touch: () => quietly(() => utimesSync(path, new Date(), new Date())),
        release: () => quietly(() => rmSync(path, { force: true })),
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || isSomebodySending(directory)) return undefined
      rmSync(path, { force: true })
    }
  }
  return undefined
}

export function isSomebodySending(directory: string): boolean {
  const path = lockFile(directory)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat || Date.now() - stat.mtimeMs > staleMs) return false
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    // Empty just after it was made: its maker is about to write.
    return pid === 0 || isAlive(pid)
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function quietly(action: () => void): void {
  try {
    action()
  } catch {
    // The directory is gone; then there is nothing to lock.
  }
}

function lockFile(directory: string): string {
  return join(directory, 'sender')
}
