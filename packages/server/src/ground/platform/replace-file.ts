import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

interface ReplaceOptions {
  /** The owner of the file, if it is not this process's account. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Replaces a file atomically, closed to other accounts: writes a draft, flushes and renames it, and flushes the
 * directory. After a power cut the file has either the old or the new content.
 */
export async function replaceFile(path: string, content: string, { owner }: ReplaceOptions = {}): Promise<void> {
  const draft = `${path}.new`
  await using file = await open(draft, 'w', 0o600)
  // If a killed process has left a draft, opening it keeps its old mode.
  await file.chmod(0o600)
  if (owner) await file.chown(owner.uid, owner.gid)
  await file.writeFile(content)
  await moveIntoPlace(file, draft, path)
}

/** Does the same with a draft that the caller has written. */
export async function putInPlace(draft: string, path: string): Promise<void> {
  await using file = await open(draft, 'r')
  await moveIntoPlace(file, draft, path)
}

/** Makes added and removed names in a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r')
  await handle.sync()
}

async function moveIntoPlace(file: FileHandle, draft: string, path: string): Promise<void> {
  await file.sync()
  await rename(draft, path)
  await syncDirectory(dirname(path))
}
