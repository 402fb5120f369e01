import type { Repository } from './create-repository.ts'

/** By the list of paths, which all views of a repository share. */
const found = new WeakMap<readonly string[], Map<RegExp, readonly string[]>>()

/** The paths of a repository that match. Each expression is tried once for a repository, so it has to be a constant. */
export function pathsLike({ paths }: Repository, pattern: RegExp): readonly string[] {
  const known = found.get(paths) ?? new Map<RegExp, readonly string[]>()
  found.set(paths, known)
  const before = known.get(pattern)
  if (before) return before
  const matching = paths.filter((path) => pattern.test(path))
  known.set(pattern, matching)
  return matching
}
