import type { Repository } from './create-repository.ts'

/** Reads something of a file once, though many applications ask for it. */
export function onceForEachPath<Value>(
  read: (repository: Repository, path: string) => Value,
): (repository: Repository, path: string) => Value {
  const known = new WeakMap<Repository, Map<string, Value>>()
  return (repository, path) => {
    const ofRepository = known.get(repository) ?? new Map<string, Value>()
    known.set(repository, ofRepository)
    const found = ofRepository.get(path) ?? read(repository, path)
    ofRepository.set(path, found)
    return found
  }
}
