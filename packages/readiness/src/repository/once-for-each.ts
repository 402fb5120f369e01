import type { Repository } from './create-repository.ts'

/** Works something out once for each repository; it is forgotten with it. */
export function onceForEach<Value extends object>(
  read: (repository: Repository) => Value,
): (repository: Repository) => Value {
  const known = new WeakMap<Repository, Value>()
  return (repository) => {
    const found = known.get(repository) ?? read(repository)
    known.set(repository, found)
    return found
  }
}
