import type { Repository } from './create-repository.ts'
import { mapForEach } from './map-for-each.ts'

/** Reads something of a file once, though many applications ask for it. */
export function onceForEachPath<Value>(
  read: (repository: Repository, path: string) => Value,
): (repository: Repository, path: string) => Value {
  const mapOf = mapForEach<Value>()
  return (repository, path) => {
    const known = mapOf(repository)
    const found = known.get(path) ?? read(repository, path)
    known.set(path, found)
    return found
  }
}
