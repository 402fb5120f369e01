import type { Repository } from './create-repository.ts'

/** The beginning of a file as text in which names and keywords can be looked for; letters beyond ASCII are not told apart. */
export function headText(repository: Repository, path: string): string {
  const bytes = repository.head(path)
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') : ''
}
