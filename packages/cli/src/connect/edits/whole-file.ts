import type { Edit } from './edit.ts'

/** A file that belongs to us entirely. */
export function wholeFile(path: string, content: string): Edit {
  return { path, apply: () => content, revert: () => undefined }
}
