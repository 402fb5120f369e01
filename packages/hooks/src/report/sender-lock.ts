import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { serviceFile } from './service-file.ts'

/** A lock holder that shows no activity for this long counts as hung. */
const staleMs = 60_000

/** One process sends for all. Two concurrent senders would count nothing twice, so the lock need not be perfect. */
interface SenderLock {
  /** Shows activity. */
  touch(): void
  release(): void
}

/** `undefined` if another process is sending. */
export function takeSenderLock(directory: string, url: string): SenderLock | undefined {
  const path = serviceFile(directory, 'sender', url)
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
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || isSomebodySending(directory, url)) return undefined
      rmSync(path, { force: true })
    }
  }
  return undefined
}

export function isSomebodySending(directory: string, url: string): boolean {
  const path = serviceFile(directory, 'sender', url)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat || Date.now() - stat.mtimeMs > staleMs) return false
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    // The file is empty just after its creation, before its process writes its id.
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
    // If the directory is gone, there is nothing to lock.
  }
}
