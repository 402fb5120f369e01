/** The effect of a patch on one file. */
export interface PatchChange {
  readonly operation: 'create' | 'edit'
  readonly path: string
  readonly linesAdded: number
  readonly linesRemoved: number
}

export const patchBegin = '*** Begin Patch'

/**
 * The files that a patch of the `*** Begin Patch` format adds or changes, in order. Deleted files are neither created
 * nor edited. Lines of a file's text begin with a space, a plus or a minus, so they cannot be mistaken for a header;
 * they are counted as added and removed lines.
 */
export function changesOfPatch(patch: string): PatchChange[] {
  const changes: { -readonly [Field in keyof PatchChange]: PatchChange[Field] }[] = []
  let isInFile = false
  for (const line of patch.split('\n')) {
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line)
    if (header) {
      isInFile = header[1] !== 'Delete'
      const operation = header[1] === 'Add' ? 'create' : 'edit'
      if (isInFile) changes.push({ operation, path: (header[2] ?? '').trim(), linesAdded: 0, linesRemoved: 0 })
    } else if (isInFile) {
      const change = changes.at(-1)
      if (change && line.startsWith('+')) change.linesAdded++
      else if (change && line.startsWith('-')) change.linesRemoved++
    }
  }
  return changes
}
