import type { Repository } from '../repository/create-repository.ts'
import { directoryOf, upwards } from './places.ts'

/** Many manifests ask for folders beside them, so all folders are gathered once. */
const known = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Whether any file is below a directory, however deep. */
export function isFolder({ paths }: Repository, directory: string): boolean {
  const folders = known.get(paths) ?? new Set([...new Set(paths.map(directoryOf))].flatMap(upwards))
  known.set(paths, folders)
  return folders.has(directory)
}
