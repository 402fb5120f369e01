import { closeSync, constants, lstatSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileSource } from './file-source.ts'

/** Links are never followed, and a pipe in the tree must not block us. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Files below a directory. Reading is synchronous: for many small files that is several times as fast. */
export function filesOnDisk(
  root: string,
  paths: readonly string[],
  /** Links of the repository, each with the file that is read instead. */
  followed: ReadonlyMap<string, string> = new Map(),
): FileSource {
  const plainDirectories = new Map<string, boolean>([['.', true]])
  let buffer = Buffer.allocUnsafe(64 * 1024)
  let lastPlain = '.'

  /** Whether the path leads through directories only: a link to a directory may lead out of the tree. */
  const isPlain = (directory: string): boolean => {
    const known = plainDirectories.get(directory)
    if (known !== undefined) return known
    const plain = isPlain(dirname(directory)) && lstatSync(join(root, directory)).isDirectory()
    plainDirectories.set(directory, plain)
    return plain
  }

  return {
    paths: followed.size === 0 ? paths : [...paths, ...followed.keys()].sort(),
    read(link, limit) {
      const path = followed.get(link) ?? link
      if (buffer.length < limit) buffer = Buffer.allocUnsafe(limit)
      let file: number | undefined
      try {
        // Paths come in their order, so the directory is mostly that of the file before.
        const directory = directoryOf(path)
        if (directory !== lastPlain && !isPlain(directory)) return undefined
        lastPlain = directory
        file = openSync(`${root}/${path}`, flags)
        // A plain file gives less only at its end, and asking again whether that is so costs as much as reading it.
        return buffer.subarray(0, readSync(file, buffer, 0, limit, null))
      } catch {
        // A file that is gone, unreadable, a link or a directory counts as empty.
        return undefined
      } finally {
        if (file !== undefined) closeSync(file)
      }
    },
  }
}

function directoryOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at < 0 ? '.' : path.slice(0, at)
}
