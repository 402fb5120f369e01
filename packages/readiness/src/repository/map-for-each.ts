import type { Repository } from './create-repository.ts'

/** A map for each repository, which is forgotten with it. */
export function mapForEach<Value>(): (repository: Repository) => Map<string, Value> {
  const maps = new WeakMap<Repository, Map<string, Value>>()
  return (repository) => {
    const map = maps.get(repository) ?? new Map<string, Value>()
    maps.set(repository, map)
    return map
  }
}
