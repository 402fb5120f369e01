import { extensionOf, languageOfPath } from './languages.ts'

export interface EditedFile {
  readonly operation: 'create' | 'edit'
  /** With its dot; `(none)` without one, or if the agent does not report the path. */
  readonly extension: string
  readonly language: string
  readonly linesAdded?: number | undefined
  readonly linesRemoved?: number | undefined
}

/** The extension of a file that the agent does not name. */
export const unknownExtension = '(none)'

export function editedFile(operation: EditedFile['operation'], path: string): EditedFile {
  if (path === '') return { operation, extension: unknownExtension, language: '' }
  return { operation, extension: extensionOf(path), language: languageOfPath(path) }
}

/**
 * The files that a patch of the `*** Begin Patch` kind adds or changes, in order. Deleted files are neither created nor
 * edited. Lines of a file's text begin with a space, a plus or a minus, so they cannot be mistaken for a header; they
 * give the numbers of added and removed lines.
 */
export function filesOfPatch(patch: string): EditedFile[] {
  const files: (EditedFile & { linesAdded: number; linesRemoved: number })[] = []
  let isInFile = false
  for (const line of patch.split('\n')) {
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line)
    if (header) {
      isInFile = header[1] !== 'Delete'
      const file = editedFile(header[1] === 'Add' ? 'create' : 'edit', (header[2] ?? '').trim())
      if (isInFile) files.push({ ...file, linesAdded: 0, linesRemoved: 0 })
    } else if (isInFile) {
      const file = files.at(-1)
      if (file && line.startsWith('+')) file.linesAdded++
      else if (file && line.startsWith('-')) file.linesRemoved++
    }
  }
  return files
}
