import { readFileSync, statSync } from 'node:fs'
import { isWithin } from './writable-folders.ts'

/** Nothing of these is shown in a sandbox, unless it is in a folder that is. */
const hidden = ['/run', '/tmp', '/dev', '/proc']

/** Sockets on the disk at which programs of this machine listen now, as far as the system tells where they are. */
export function openSockets(shown: readonly string[]): string[] {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
  // Seven columns, then the path. One of an abstract socket begins with @.
  const paths = lines.flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? [])
  const isShown = (path: string) =>
    shown.some((each) => isWithin(path, each)) || !hidden.some((each) => isWithin(path, each))
  return [...new Set(paths)].filter((path) => isShown(path) && isSocket(path))
}

function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket()
  } catch {
    return false
  }
}
