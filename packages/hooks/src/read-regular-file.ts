import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs'

/** Larger files are refused. */
export const maxSettingsBytes = 1024 * 1024

export interface RegularFile {
  /** The real path, with all symlinks resolved. */
  readonly realPath: string
  readonly owner: number
  /** The permission bits. */
  readonly mode: number
  readonly bytes: Buffer
}

/** Why a file is refused, and what to do, as sentences. */
export interface Refusal {
  readonly message: string
  readonly fix: string
}

type FileRead = { readonly file: RegularFile } | { readonly refusal: Refusal } | { readonly errno: string }

/**
 * Reads a file that anybody may have created. A pipe would block forever, a device may be endless, and a file of
 * another user contains that user's commands: all are refused unread. Type and owner are checked on the open
 * descriptor, so the file cannot be swapped in between.
 */
export function readRegularFile(path: string, isOwner: (userId: number) => boolean): FileRead {
  let descriptor: number | undefined
  try {
    const realPath = realpathSync(path)
    // Checked before opening, because opening a device can already have an effect.
    const early = refusalOf(lstatSync(realPath), isOwner)
    if (early) return { refusal: early }
    descriptor = openSync(realPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(descriptor)
    const refusal = refusalOf(stat, isOwner)
    if (refusal) return { refusal }
    const bytes = readUpTo(descriptor, maxSettingsBytes + 1)
    if (bytes.length > maxSettingsBytes) return { refusal: tooLong }
    return { file: { realPath, owner: stat.uid, mode: stat.mode, bytes } }
  } catch (error) {
    return { errno: (error as NodeJS.ErrnoException).code ?? 'unknown' }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Whether a file belongs to the user of this process, or to root, who can do everything anyway. */
export function isOwnOrRoot(userId: number): boolean {
  return userId === 0 || userId === process.getuid?.() || process.getuid === undefined
}

function refusalOf(stat: Stats, isOwner: (userId: number) => boolean): Refusal | undefined {
  if (!stat.isFile()) {
    return { message: `This is ${kindOf(stat)}, so nothing is read of it.`, fix: 'Put a regular file in its place.' }
  }
  if (!isOwner(stat.uid)) {
    const message = `This file belongs to another user (${stat.uid}), so its hooks do not run.`
    return { message, fix: 'Remove it, or make it yours with chown if you want what is in it.' }
  }
  return stat.size > maxSettingsBytes ? tooLong : undefined
}

const tooLong: Refusal = {
  message: 'This file is longer than 1 MiB, so nothing is read of it.',
  fix: 'Make it shorter.',
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'a directory'
  if (stat.isFIFO()) return 'a pipe'
  return stat.isSocket() ? 'a socket' : 'a device'
}

/** A file can grow while it is read, so its size is not a safe limit. */
function readUpTo(descriptor: number, most: number): Buffer {
  const chunks: Buffer[] = []
  let length = 0
  while (length < most) {
    const chunk = Buffer.alloc(Math.min(64 * 1024, most - length))
    const count = readSync(descriptor, chunk)
    if (count === 0) break
    chunks.push(chunk.subarray(0, count))
    length += count
  }
  return Buffer.concat(chunks)
}
