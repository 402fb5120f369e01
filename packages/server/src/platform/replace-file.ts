import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

interface ReplaceOptions {
  /** Who shall own it, if not we. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Writes a file that is whole at every moment, and closed to other accounts: it is made aside, flushed and renamed, and
 * the directory is flushed too. A power cut leaves the old content or the new one.
 */
export async function replaceFile(path: string, content: string, { owner }: ReplaceOptions = {}): Promise<void> {
  const draft = `${path}.new`
  await using file = await open(draft, 'w', 0o600)
  // A draft that a killed process left keeps its mode when it is opened again.
  await file.chmod(0o600)
  if (owner) await file.chown(owner.uid, owner.gid)
  await file.writeFile(content)
  await moveIntoPlace(file, draft, path)
}

/** The same for a file that somebody else made aside. */
export async function putInPlace(draft: string, path: string): Promise<void> {
  await using file = await open(draft, 'r')
  await moveIntoPlace(file, draft, path)
}

/** Makes names that were added to a directory, or taken from it, survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r')
  await handle.sync()
}

async function moveIntoPlace(file: FileHandle, draft: string, path: string): Promise<void> {
  await file.sync()
  await rename(draft, path)
  await syncDirectory(dirname(path))
}
