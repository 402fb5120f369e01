import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Log } from './log.ts'

/** What the service itself keeps at the top of a data directory, and what file systems put there. */
const ownNames =
  /^(events\.|secret\.key|owner\.key|server\.json|control\.|postgres|run$|backups$|managed$|demo$|lost\+found$)/

/** The parts that Postgres and managed computers look after: their accounts and their modes are their own. */
const ofOthers = /^(postgres$|postgres\.new-|postgres\.log|run$|managed$)/

interface Options {
  /** Root hands parts to other accounts, which must pass through to their own directories. Nobody can list it. */
  readonly isPassable: boolean
  readonly log: Pick<Log, 'warn'>
}

/**
 * Makes the data directory where it is missing, and closes it and the files in it to other accounts. What an earlier
 * version left open is closed now, which is told once, because from then on it is closed.
 */
export async function prepareDataDirectory(dataDir: string, { isPassable, log }: Options): Promise<void> {
  const directory = resolve(dataDir)
  const mode = isPassable ? 0o711 : 0o700
  const firstMade = await mkdir(directory, { recursive: true }).catch(async (error: NodeJS.ErrnoException) => {
    // On a file system that can only be read, Node says that the parent is missing. Without `recursive` it tells the truth.
    if (error.code === 'ENOENT') await mkdir(directory)
    throw error
  })
  if (firstMade !== undefined) {
    // Whatever our umask is, the account of Postgres must reach the directory through those that were made for it.
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
  // A directory with other things in it may be open for their sake: a home, or a place for temporary files.
  if (names.every((name) => ownNames.test(name))) await close(directory, mode)
  else if (((await lstat(directory)).mode & 0o777 & ~mode) !== 0) open.push(directory)
  // Where nothing was, nobody saw anything.
  if (closed.length > 0 && names.length > 0)
    log.warn({ paths: closed }, 'other accounts of this machine could look at this; it is closed now')
  if (open.length > 0) {
    log.warn(
      { paths: open },
      `other accounts of this machine can look at this: close it with chmod go-rwx, or use another MUSTER_DATA_DIR`,
    )
  }
}
