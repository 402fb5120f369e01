import { readFileSync, statSync } from 'node:fs'
import { isWithin } from './writable-folders.ts'

/** Paths that a sandbox hides, except folders that it shows explicitly. */
const hidden = ['/run', '/tmp', '/dev', '/proc']

/** The file paths of sockets on which programs of this machine listen now, as far as the system reports them. */
export function openSockets(shown: readonly string[]): string[] {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
  // Seven columns, then the path. The path of an abstract socket begins with @.
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
