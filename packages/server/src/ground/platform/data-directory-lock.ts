import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceFile } from './replace-file.ts'
import { StartRefused } from './start-refused.ts'

/** Another Muster uses this data directory; the message is for the person who started this one. */
export class DataDirectoryInUse extends StartRefused {
  override readonly name = 'DataDirectoryInUse'
}

interface DataDirectoryLock {
  /** Adds the address of the lock's holder to the error that other processes get. */
  announce(address: string): Promise<void>
  release(): Promise<void>
}

/**
 * Locks the data directory for this process. Throws DataDirectoryInUse with a clear sentence if another Muster holds
 * the lock. Creates the directory if it is missing.
 *
 * The lock is a listening socket: the kernel lets only one process bind its name and frees it however that process
 * ends, so it is never stale. It does not keep the process alive. While it is held, `<dataDir>/server.json` describes
 * the holder: `pid`, and `address` once the server has added it.
 */
export async function lockDataDirectory(dataDir: string): Promise<DataDirectoryLock> {
  // The account that runs Postgres for root must be able to enter; no other account may.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const directory = await realpath(dataDir)
  const server = process.platform === 'linux' ? await bindAbstract(directory) : await bindSocketFile(directory)
  if (server === undefined) throw new DataDirectoryInUse(await inUse(directory))

  try {
    await writeHolder(directory)
  } catch (error) {
    server.close()
    throw error
  }
  let released: Promise<void> | undefined
  const release = async () => {
    await rm(join(directory, 'server.json'), { force: true })
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    announce: (address) => writeHolder(directory, address),
    release: () => {
      released ??= release()
      return released
    },
  }
}

/**
 * Binds a name in the abstract namespace of Linux, which is in no file system. The name contains device and inode, so
 * every path to the directory leads to the same lock. Resolves with undefined if the name is in use.
 */
async function bindAbstract(directory: string): Promise<Server | undefined> {
  const { dev, ino } = await stat(directory, { bigint: true })
  return bind(`\0muster-${dev}-${ino}`)
}

/**
 * Binds a socket file, for systems without abstract names. A file without a listener is left from a dead process and is
 * replaced. Two processes that replace it at the same instant could both succeed; this is acceptable only because
 * production runs on Linux.
 */
export async function bindSocketFile(directory: string): Promise<Server | undefined> {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `muster-${name}.lock`)
  const server = await bind(file)
  if (server !== undefined || (await answers(file))) return server
  await rm(file, { force: true })
  return bind(file)
}

function bind(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(path, () => resolve(server.unref()))
  })
}

function answers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function writeHolder(directory: string, address?: string): Promise<void> {
  const file = join(directory, 'server.json')
  await replaceFile(file, `${JSON.stringify({ pid: process.pid, address })}\n`)
}

async function inUse(directory: string): Promise<string> {
  const holder: unknown = await readFile(join(directory, 'server.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined)
  const known: string[] = []
  if (typeof holder === 'object' && holder !== null) {
    if ('pid' in holder && typeof holder.pid === 'number') known.push(`process ${holder.pid}`)
    if ('address' in holder && typeof holder.address === 'string') known.push(holder.address)
  }
  const who = known.length === 0 ? 'another Muster' : `another Muster (${known.join(', ')})`
  return `The data directory ${directory} is in use by ${who}: stop it first, or set MUSTER_DATA_DIR to another directory.`
}
