import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

interface ReplaceOptions {
  /** The owner of the file, if it is not this process's account. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Replaces a file as a whole, closed to other accounts: writes a draft, flushes and renames it, and flushes the
 * directory. After a power cut the file has the old content or the new one.
 */
export async function replaceFile(path: string, content: string, { owner }: ReplaceOptions = {}): Promise<void> {
  const draft = `${path}.new`
  await using file = await open(draft, 'w', 0o600)
  // A draft that a killed process left keeps its old mode when it is opened again.
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

/** Makes added and removed names of a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r')
  await handle.sync()
}

async function moveIntoPlace(file: FileHandle, draft: string, path: string): Promise<void> {
  await file.sync()
  await rename(draft, path)
  await syncDirectory(dirname(path))
}
