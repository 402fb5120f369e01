/** Where the files of a repository come from: a disk, or a table in a test. */
export interface FileSource {
  /** Relative to the root, with slashes, sorted, without duplicates. */
  readonly paths: readonly string[]
  /**
   * The first bytes of a file, at most `limit`; `undefined` when it cannot be read as a plain file.
   * The bytes may be overwritten by the next call.
   */
  read(path: string, limit: number): Uint8Array | undefined
}

/** A repository that exists only in memory. */
export function filesInMemory(files: Readonly<Record<string, string | Uint8Array>>): FileSource {
  const contents = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  )
  return {
    paths: [...contents.keys()].sort(),
    read: (path, limit) => contents.get(path)?.subarray(0, limit),
  }
}
