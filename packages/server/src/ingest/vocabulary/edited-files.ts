import { extensionOf, languageOfPath } from './languages.ts'

export interface EditedFile {
  readonly operation: 'create' | 'edit'
  /** With its dot, `(none)`, or empty if the agent does not tell the path. */
  readonly extension: string
  readonly language: string
}

export function editedFile(operation: EditedFile['operation'], path: string): EditedFile {
  if (path === '') return { operation, extension: '', language: '' }
  return { operation, extension: extensionOf(path), language: languageOfPath(path) }
}

/**
 * The files that a patch of the `*** Begin Patch` kind adds or changes, in order. Files it deletes are neither created
 * nor edited. Lines of a file's text begin with a space, a plus or a minus, so that they cannot pass for a header.
 */
export function filesOfPatch(patch: string): EditedFile[] {
  const files: EditedFile[] = []
  for (const match of patch.matchAll(/^\*\*\* (Add|Update) File: (.+)$/gm)) {
    files.push(editedFile(match[1] === 'Add' ? 'create' : 'edit', (match[2] ?? '').trim()))
  }
  return files
}
