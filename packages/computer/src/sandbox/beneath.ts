import { closeSync, constants, lstatSync, openSync, type Stats } from 'node:fs'

/** Opens without reading; Node does not name it. */
const asPath = 0o10000000

/**
 * Does something with a path below a folder that an agent may change at any moment. No link is followed: each folder on
 * the way is opened from the one before, and `work` gets a path that leads through the last of them, wherever it is by
 * then. `undefined` if a folder on the way is missing, or is a link.
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

/** What is at a path below a folder; `undefined` if nothing is there that belongs to the folder and can be reached. */
export function statBeneath(root: string, relative: string): Stats | undefined {
  try {
    return beneath(root, relative, (path) => lstatSync(path, { throwIfNoEntry: false }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined
    throw error
  }
}
