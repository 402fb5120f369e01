import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents. Returns the first directory that it created, if any. Node's `recursive`
 * loops for ever where directories cannot be created, such as below /proc.
 */
export async function makeDirectory(directory: string): Promise<string | undefined> {
  const isThere = await stat(directory).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return false
    },
  )
  if (isThere) return undefined
  const above = dirname(directory) === directory ? undefined : await makeDirectory(dirname(directory))
  try {
    await mkdir(directory)
  } catch (error) {
    // Another process may create it at the same moment.
    const found = await stat(directory).catch(() => undefined)
    if (!found?.isDirectory()) throw error
  }
  return above ?? directory
}
