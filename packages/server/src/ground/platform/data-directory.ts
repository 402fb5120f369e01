import { chmod, lstat, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Log } from './log.ts'
import { makeDirectory } from './make-directory.ts'

/** Files that the service itself keeps at the top of a data directory, and files that file systems create there. */
const ownNames =
  /^(events\.|secret\.key|owner\.key|sign-in\.link|server\.json|control\.|postgres|run$|backups$|managed$|demo$|lost\+found$)/

/** Parts that belong to Postgres and managed computers, which set their own owners and modes. */
const ofOthers = /^(postgres$|postgres\.new-|postgres\.log|run$|managed$)/

interface Options {
  /**
   * True under root: it gives parts to other accounts, which must be able to pass through to their own directories.
   * They cannot list the data directory.
   */
  readonly isPassable: boolean
  readonly log: Pick<Log, 'warn'>
}

/**
 * Creates the data directory if it is missing, and removes other accounts' access to it and its files. If an earlier
 * version had left it open, that is logged once.
 */
export async function prepareDataDirectory(dataDir: string, { isPassable, log }: Options): Promise<void> {
  const directory = resolve(dataDir)
  const mode = isPassable ? 0o711 : 0o700
  const firstMade = await makeDirectory(directory)
  if (firstMade !== undefined) {
    // Whatever the umask is, the account of Postgres must be able to pass through the directories that were created for
    // it.
    for (let made = directory; made.length >= firstMade.length; made = dirname(made)) await chmod(made, mode)
    return
  }
  const names = await readdir(directory)
  const closed: string[] = []
  const open: string[] = []
  const close = async (path: string, allowed: number) => {
    const { mode: found } = await lstat(path)
    if ((found & 0o777 & ~allowed) === 0) return
    await chmod(path, found & allowed).then(
      () => closed.push(path),
      () => open.push(path),
    )
  }
  for (const name of names.filter((each) => ownNames.test(each) && !ofOthers.test(each))) {
    const path = join(directory, name)
    const found = await lstat(path)
    if (found.isFile()) await close(path, 0o600)
    else if (found.isDirectory()) await close(path, 0o700)
  }
  // A directory that contains other things, such as a home or /tmp, may be open on purpose.
  if (names.every((name) => ownNames.test(name))) await close(directory, mode)
  else if (((await lstat(directory)).mode & 0o777 & ~mode) !== 0) open.push(directory)
  // Nothing is logged for a new directory, whose files nobody could have read.
  if (closed.length > 0 && names.length > 0)
    log.warn({ paths: closed }, 'other accounts of this machine could look at this; it is closed now')
  if (open.length > 0) {
    log.warn(
      { paths: open },
      `other accounts of this machine can look at this: close it with chmod go-rwx, or use another MUSTER_DATA_DIR`,
    )
  }
}
