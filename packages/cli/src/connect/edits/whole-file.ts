import type { Edit } from './edit.ts'

/** A file of our own. */
export function wholeFile(path: string, content: string): Edit {
  return { path, apply: () => content, revert: () => undefined }
}
