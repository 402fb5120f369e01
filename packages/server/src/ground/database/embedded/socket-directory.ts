import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Account } from './launcher.ts'

/** The port only names the socket file; nothing listens on the network. */
export const SOCKET_PORT = 5432

/** The kernel keeps a socket's path in 108 bytes, the last of which is zero. */
const LONGEST_SOCKET_PATH = 107

/** The socket of the cluster in this (real, absolute) data directory. */
export function socketDirectoryOf(dataDir: string): string {
  const preferred = join(dataDir, 'run')
  if (fits(preferred)) return preferred
  // The name depends on the data directory alone, so that a restart finds and replaces what a crash left behind.
  const name = `muster-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const fallback = join(tmpdir(), name)
  return fits(fallback) ? fallback : join('/tmp', name)
}

/**
 * Makes the directory of the socket, which only the account of Postgres (and root) can enter.
 *
 * Nobody else may try the password or answer in place of Postgres. The name is predictable, so a directory that another
 * user prepared under it is refused.
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

/** Removes the directory if it lies outside the data directory, where it would be left over. */
export async function removeSocketDirectory(directory: string, dataDir: string): Promise<void> {
  if (directory !== join(dataDir, 'run')) await rmdir(directory).catch(() => {})
}

export function socketFile(directory: string): string {
  return join(directory, `.s.PGSQL.${SOCKET_PORT}`)
}

function fits(directory: string): boolean {
  return Buffer.byteLength(socketFile(directory)) <= LONGEST_SOCKET_PATH
}
