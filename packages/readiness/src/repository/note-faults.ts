import type { Repository } from './create-repository.ts'

/** The same repository, which also notes the faults of files that are read as data. */
export function noteFaults(repository: Repository, noted: Set<string>): Repository {
  return {
    ...repository,
    data(path) {
      const parsed = repository.data(path)
      if (parsed.fault !== undefined) noted.add(parsed.fault)
      return parsed
    },
  }
}
