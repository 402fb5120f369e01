import { closeSync, constants, lstatSync, openSync, type Stats } from 'node:fs'

/** O_PATH, which opens without reading and which Node does not export. */
const asPath = 0o10000000

/**
 * Runs `work` for a path below a folder that an agent may change at any moment. It follows no symlink: each folder on
 * the way is opened relative to its parent, and `work` gets a path through the descriptor of the last one, even if that
 * is moved. `undefined` if a folder on the way is missing or a symlink.
 */
export function beneath<T>(root: string, relative: string, work: (path: string) => T): T | undefined {
  const names = relative.split('/')
  const last = names.pop()
  const open: number[] = []
  try {
    let at = root
    for (const name of names) {
      const folder = openSync(`${at}/${name}`, asPath | constants.O_DIRECTORY | constants.O_NOFOLLOW)
      open.push(folder)
      at = `/proc/self/fd/${folder}`
    }
    return work(`${at}/${last}`)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) return undefined
    throw error
  } finally {
    for (const each of open) closeSync(each)
  }
}

/** The status of a path below a folder; `undefined` if it does not exist, or only behind a symlink. */
export function statBeneath(root: string, relative: string): Stats | undefined {
  try {
    return beneath(root, relative, (path) => lstatSync(path, { throwIfNoEntry: false }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined
    throw error
  }
}
