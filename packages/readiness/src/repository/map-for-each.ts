import type { Repository } from './create-repository.ts'
import { onceForEach } from './once-for-each.ts'

/** A map for each repository, which is forgotten with it. */
export function mapForEach<Value>(): (repository: Repository) => Map<string, Value> {
  return onceForEach(() => new Map<string, Value>())
}
