import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { putInPlace } from '../../platform/replace-file.ts'
import { headerBytes } from './create-event-file.ts'

/** Reads that pass the kernel's memory by need memory that begins at a page of its own, as that of WebAssembly does. */
const chunkBytes = 2 ** 20
const pageBytes = 64 * 1024

/**
 * After a write that failed, the kernel goes on to show what was written, although the disk never got it: what is added
 * behind it would be lost with it. So before the files are opened, they are made to hold what the disk itself has. All that
 * was acknowledged is there, because it was flushed.
 *
 * The log is written anew. Of the database, only the beginning says which parts of it count, and those were flushed
 * before it was written.
 */
export async function believeTheDisk(databaseFile: string): Promise<void> {
  const log = `${databaseFile}.wal`
  const size = (await stat(log, { throwIfNoEntry: false }))?.size ?? 0
  if (size === 0) return
  const kept = await readFromDisk(log, size)
  const header = kept && (await readFromDisk(databaseFile, headerBytes))
  if (!kept || !header) return
  const draft = await open(`${log}.new`, 'w', 0o600)
  await writeWhole(draft, kept)
  await putInPlace(`${log}.new`, log)
  const file = await open(databaseFile, 'r+')
  const shown = Buffer.alloc(header.length)
  await file.read(shown, 0, shown.length, 0)
  if (shown.equals(header)) await file.close()
  else await writeWhole(file, header)
}

async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await file.write(bytes, 0, bytes.length, 0)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** `undefined` where the file system cannot do it, as in memory: there is no disk then that could say anything else. */
async function readFromDisk(path: string, size: number): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_DIRECT).catch(() => undefined)
  if (!file) return undefined
  const memory = new Uint8Array(new WebAssembly.Memory({ initial: chunkBytes / pageBytes }).buffer)
  const parts: Buffer[] = []
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(memory, 0, chunkBytes, at)
      if (bytesRead === 0) break
      parts.push(Buffer.from(memory.subarray(0, Math.min(bytesRead, size - at))))
      at += bytesRead
    }
    return Buffer.concat(parts)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EINVAL') return undefined
    throw error
  } finally {
    await file.close()
  }
}
