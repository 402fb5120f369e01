import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Account } from './launcher.ts'

/** The port is only part of the socket file's name; Postgres does not listen on the network. */
export const SOCKET_PORT = 5432

/** The kernel limits a socket's path to 108 bytes, of which the last is zero. */
const LONGEST_SOCKET_PATH = 107

/** The socket directory of the cluster in this (real, absolute) data directory. */
export function socketDirectoryOf(dataDir: string): string {
  const preferred = join(dataDir, 'run')
  if (fits(preferred)) return preferred
  // The name depends only on the data directory, so that a restart finds and replaces the directory after a crash.
  const name = `muster-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const fallback = join(tmpdir(), name)
  return fits(fallback) ? fallback : join('/tmp', name)
}

/**
 * Creates the directory of the socket, which only the account of Postgres (and root) can enter.
 *
 * Other users can then neither try the password nor answer in place of Postgres. The name is predictable, so a
 * directory that another user has created under it is refused.
 */
export async function prepareSocketDirectory(directory: string, account: Account | undefined): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(directory)
  const around = await stat(dirname(directory))
  const isAmongOurs = around.uid === process.getuid?.() && (around.mode & 0o022) === 0
  const isOurs = isAmongOurs || found.uid === process.getuid?.() || found.uid === account?.uid
  if (!found.isDirectory() || !isOurs) {
    throw new Error(
      `${directory}, where the database socket belongs, is not a directory of Muster's own: remove it and start again.`,
    )
  }
  if (account !== undefined) await chown(directory, account.uid, account.gid)
  await chmod(directory, 0o700)
}

/** Removes the directory if it is outside the data directory, where it would be left behind. */
export async function removeSocketDirectory(directory: string, dataDir: string): Promise<void> {
  if (directory !== join(dataDir, 'run')) await rmdir(directory).catch(() => {})
}

export function socketFile(directory: string): string {
  return join(directory, `.s.PGSQL.${SOCKET_PORT}`)
}

function fits(directory: string): boolean {
  return Buffer.byteLength(socketFile(directory)) <= LONGEST_SOCKET_PATH
}
