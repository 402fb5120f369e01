import { changesOfPatch } from '@muster/contract/patch'
import { extensionOf, languageOfPath } from './languages.ts'

export interface EditedFile {
  readonly operation: 'create' | 'edit'
  /** The extension with its dot; `(none)` without one, or if the agent does not report the path. */
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

/** The same for the files of a patch. */
export function filesOfPatch(patch: string): EditedFile[] {
  return changesOfPatch(patch).map(({ operation, path, ...lines }) => ({ ...editedFile(operation, path), ...lines }))
}
